import type { DevelopersData } from "../../../../server/src/contract/pages/developers.ts"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Prose } from "../../kit/prose.tsx"

/** The developers' start page: the API, the tool server, the documentation and the limits. */
export function Page({ baseUrl, mcpUrl, clientId, mcpConfiguration, limits, documents }: DevelopersData) {
  return (
    <Frame width="wide" offersSignIn>
      <Heading below="Two doors for programs: a small public API that anybody may call, and a tool server for agents that a person has let in.">
        Developers
      </Heading>
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
      <h2>The public API</h2>
      <p>
        At <code>{baseUrl}/api</code>, without keys and without signing in: check a slug or a domain, look an offer up,
        check out, verify a payment, redeem a gift code, draw a preview card. Answers and errors are JSON.
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
      <h2>The tool server</h2>
      <p>
        At <code>{mcpUrl}</code>, for agents that speak the Model Context Protocol over Streamable HTTP. An agent acts
        as a person who allowed it, in the workspaces and with the permissions that they chose, until they end it. There
        are no API keys. Put this into your client’s configuration:
      </p>
      <Code>{mcpConfiguration}</Code>
      <p>
        The client finds out by itself where to get its permission, and opens the browser for it. Where it asks for a
        client identifier, that is <code>{clientId}</code>, without a secret.
      </p>
    </>
  )
}

function Documents({ documents }: Pick<DevelopersData, "documents">) {
  return (
    <>
      <h2>To read</h2>
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
            <th scope="col">What</th>
            <th scope="col" data-number>
              A minute
            </th>
            <th scope="col">For each</th>
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
        Every answer of the API says in <code>RateLimit-Remaining</code> what is left, and a 429 says in{" "}
        <code>Retry-After</code> how long to wait. A write may carry an <code>Idempotency-Key</code>: a repeated one
        gets the first answer again for 24 hours.
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
