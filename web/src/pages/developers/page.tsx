import type { DevelopersData } from "../../../../server/src/contract/pages/developers.ts"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Prose } from "../../kit/prose.tsx"

/** The developers' start page: the API, the tool server, the documentation and the limits. */
export function Page({ baseUrl, mcpUrl, clientId, mcpConfiguration, limits, documents }: DevelopersData) {
  return (
    <Frame width="wide" offersSignIn>
      <Heading below="A public API for everyone and a tool server for agents.">Developers</Heading>
      <Prose>
        <PublicApi baseUrl={baseUrl} />
        <ToolServer {...{ mcpUrl, mcpConfiguration, clientId }} />
        <Documents documents={documents} />
        <Limits limits={limits} />
      </Prose>
    </Frame>
  )
}

function PublicApi({ baseUrl }: Pick<DevelopersData, "baseUrl">) {
  return (
    <>
      <h2>Public API</h2>
      <p>
        Base URL <code>{baseUrl}/api</code>. No keys, no sign-in. Check a workspace URL or a domain, look up an offer,
        check out, verify a payment, redeem a gift code or create a preview image. Responses and errors are JSON.
      </p>
      <Code>{`curl '${baseUrl}/api/onboard/check-slug?slug=my-studio'`}</Code>
    </>
  )
}

function ToolServer({
  mcpUrl,
  mcpConfiguration,
  clientId,
}: Pick<DevelopersData, "mcpUrl" | "mcpConfiguration" | "clientId">) {
  return (
    <>
      <h2>Tool server</h2>
      <p>
        URL <code>{mcpUrl}</code>, for agents that use the Model Context Protocol over Streamable HTTP. An agent acts
        for the person who connected it, with the workspaces and permissions they chose. Add this to your client’s
        configuration:
      </p>
      <Code>{mcpConfiguration}</Code>
      <p>
        The client opens a browser to ask for access. If it needs a client ID, enter <code>{clientId}</code>, without a
        secret.
      </p>
    </>
  )
}

function Documents({ documents }: Pick<DevelopersData, "documents">) {
  return (
    <>
      <h2>Documentation</h2>
      <ul>
        {documents.map(({ path, holds }) => (
          <li key={path}>
            <a href={path}>{path}</a>: {holds}
          </li>
        ))}
      </ul>
    </>
  )
}

function Limits({ limits }: Pick<DevelopersData, "limits">) {
  return (
    <>
      <h2>Limits</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Requests</th>
            <th scope="col" data-number>
              Per minute
            </th>
            <th scope="col">Counted per</th>
          </tr>
        </thead>
        <tbody>
          {limits.map(({ what, aMinute, each }) => (
            <tr key={what}>
              <td>{what}</td>
              <td data-number>{aMinute}</td>
              <td>{each}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Every API response has the remaining requests in <code>RateLimit-Remaining</code>; a 429 has the seconds to wait
        in <code>Retry-After</code>. Send writes with an <code>Idempotency-Key</code>: a repeat within 24 hours returns
        the first response.
      </p>
    </>
  )
}

function Code({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <pre tabIndex={0}>{children}</pre>
  )
}
