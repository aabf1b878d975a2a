import type { DevelopersData } from "../../../../server/src/contract/pages/developers.ts"
import { Frame } from "../../kit/frame.tsx"
import { Prose } from "../../kit/text/prose.tsx"
import { Code, ManualPage } from "./manual.tsx"
import styles from "./page.module.css"

const about = "A public API for everyone, a tool server for agents, and webhooks for your server."

export function Page({ manual, baseUrl, guides, documents, limits, ...toolServer }: DevelopersData) {
  return (
    <Frame width="broad" offersSignIn>
      <ManualPage manual={manual} title="Developers" below={about}>
        <div className={`stack gap-5 ${styles.interfaces}`}>
          <PublicApi baseUrl={baseUrl} />
          <ToolServer {...toolServer} />
          <Webhooks />
        </div>
        <Prose>
          <Guides guides={guides} />
          <Documents documents={documents} />
          <Limits limits={limits} />
        </Prose>
      </ManualPage>
    </Frame>
  )
}

function PublicApi({ baseUrl }: Pick<DevelopersData, "baseUrl">) {
  return (
    <section aria-labelledby="api">
      <h2 id="api">Public API</h2>
      <p className="muted">
        Check a workspace URL or a domain, look up an offer, check out, verify a payment, redeem a gift code. JSON, no
        keys, no sign-in.
      </p>
      <Code>{`curl '${baseUrl}/api/onboard/check-slug?slug=my-studio'`}</Code>
      <p className="wrap gap-2-4 muted strong">
        <a href="/developers/reference">API reference</a>
        <a href="/developers/quickstart">Quickstart</a>
      </p>
    </section>
  )
}

type ToolServerData = Pick<DevelopersData, "mcpUrl" | "clientId" | "mcpConfiguration">

function ToolServer({ mcpUrl, mcpConfiguration, clientId }: ToolServerData) {
  return (
    <section aria-labelledby="tool-server">
      <h2 id="tool-server">Tool server</h2>
      <p className="muted">
        Tools for agents (MCP) at <code>{mcpUrl}</code>. An agent acts for the person who connected it. If the client
        asks for a client ID, enter <code>{clientId}</code>, without a secret.
      </p>
      <Code>{mcpConfiguration}</Code>
      <p className="wrap gap-2-4 muted strong">
        <a href="/developers/tools">Tool reference</a>
        <a href="/developers/clients">Connect a client</a>
      </p>
    </section>
  )
}

function Webhooks() {
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <p className="muted">
        Signed requests to your server when something happens in a workspace: an offer was bought, a link was changed.
        Owners and admins add endpoints in the workspace's settings.
      </p>
      <Code>const event = await verifyWebhook(body, request.headers, secret)</Code>
      <p className="wrap gap-2-4 muted strong">
        <a href="/developers/events">Event reference</a>
        <a href="/developers/webhooks">Receive webhooks</a>
      </p>
    </section>
  )
}

function Guides({ guides }: Pick<DevelopersData, "guides">) {
  return (
    <>
      <h2>Guides</h2>
      <ul>
        {guides.map(({ path, title, about }) => (
          <li key={path}>
            <a href={path}>{title}</a>: {about}
          </li>
        ))}
      </ul>
    </>
  )
}

function Documents({ documents }: Pick<DevelopersData, "documents">) {
  return (
    <>
      <h2>For programs</h2>
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
        Responses name the remaining requests. <a href="/developers/errors-and-limits">Errors and limits</a> has more.
      </p>
    </>
  )
}
