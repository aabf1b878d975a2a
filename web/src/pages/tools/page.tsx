import type { ToolReference, ToolRow, ToolsData } from "../../../../server/src/contract/pages/developers.ts"
import { Frame } from "../../kit/frame.tsx"
import { Code, Kept, ManualPage } from "../developers/manual.tsx"
import { Causes, CodeWords, Fields, ReferenceFacts } from "../developers/reference-parts.tsx"
import shared from "../reference/operation.module.css"
import page from "../reference/page.module.css"

/** The reference of the tool server, from the table of tools. */
export function Page({ reference }: ToolsData) {
  return (
    <Frame width="broad" offersSignIn>
      <Kept by={reference} draw={() => <Whole {...reference} />} />
    </Frame>
  )
}

function Whole({ manual, mcpUrl, tools, scopes, causes }: ToolReference) {
  const below = "Tools for agents, over the Model Context Protocol."
  return (
    <ManualPage manual={manual} title="Tool reference" below={below}>
      <ReferenceFacts
        facts={{
          Address: <code>{mcpUrl}</code>,
          Schemas: <a href="/.well-known/mcp/server-card.json">server-card.json</a>,
          Connect: <a href="/developers/agents">Agents</a>,
        }}
      />
      {tools.map((tool) => (
        <ToolSection key={tool.name} {...tool} />
      ))}
      <section className={page.tag} aria-labelledby="errors">
        <h2 id="errors">Errors</h2>
        <p>
          Three digits are an HTTP status; other codes come in a JSON-RPC error, whose <code>message</code> says what to
          do next. These are the errors of every tool; each tool lists its own besides.
        </p>
        <Causes causes={causes} showsStatus />
        <h3>Scopes</h3>
        <dl data-fields>
          {scopes.map(({ scope, grants }) => (
            <div key={scope}>
              <dt>
                <code>{scope}</code>
              </dt>
              <dd>{grants}</dd>
            </div>
          ))}
        </dl>
      </section>
    </ManualPage>
  )
}

function ToolSection({ name, title, kind, description, call, result, ...more }: ToolRow) {
  return (
    <section className={shared.operation} id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>
        <a className="plain-link" href={`#${name}`}>
          {title}
        </a>
      </h2>
      <p className={`wrap gap-2 ${shared.route}`}>
        <b data-method={kind === "read" ? "GET" : "POST"}>{kind}</b> <code>{name}</code>
      </p>
      <p>
        <CodeWords>{description}</CodeWords>
      </p>
      <div className={shared.columns}>
        <div className={shared.beside}>
          <h3>Call</h3>
          <Code>{call}</Code>
          <h3>Result</h3>
          <pre>{result}</pre>
        </div>
        <Details {...more} />
      </div>
    </section>
  )
}

type FactsProps = Omit<ToolRow, "name" | "title" | "kind" | "description" | "call" | "result">

function Details({ scope, role, hints, inputs, outputs, causes }: FactsProps) {
  return (
    <div>
      <p className={shared.needs}>
        Scope <code>{scope}</code> · Least role {role} · Hints{" "}
        <CodeWords>{hints.map((hint) => `\`${hint}\``).join(", ") || "none"}</CodeWords>
      </p>
      <h3>Input</h3>
      <Fields fields={inputs} />
      <details>
        <summary>
          <h3>Output</h3>
        </summary>
        <Fields fields={outputs} />
      </details>
      <h3>Errors</h3>
      <Causes causes={causes} showsStatus />
    </div>
  )
}
