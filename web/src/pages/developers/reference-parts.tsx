import { Fragment, type ReactNode } from "react"
import type { Cause, DescribedField } from "../../../../server/src/contract/pages/developers.ts"
import styles from "./reference-facts.module.css"

/** The fields of a request or a response: name, type, and what each means. */
export function Fields({ fields }: { fields: readonly DescribedField[] }) {
  return (
    <dl data-fields>
      {fields.map(({ name, type, isRequired, description, limits }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <span>{isRequired ? type : `${type}, optional`}</span>
          </dt>
          {(description || limits.length > 0) && (
            <dd>
              <CodeWords>{description}</CodeWords>
              {limits.length > 0 && (
                <small>
                  <CodeWords>{limits.join(" · ")}</CodeWords>
                </small>
              )}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** Renders a sentence; parts between backticks become code. */
export function CodeWords({ children }: { children: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order.
  return children.split("`").map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))
}

type Named = Readonly<Record<string, ReactNode>>

/** Links to the OpenAPI description and the TypeScript client. */
export const described: Named = {
  Description: <a href="/openapi.json">openapi.json</a>,
  TypeScript: <a href="/developers/client">@atelier/client</a>,
}

/** What a reference says first, by name. */
export function ReferenceFacts({ facts }: { facts: Named }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([name, fact]) => (
        <Fragment key={name}>
          <dt className="muted">{name}</dt>
          <dd>{fact}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** Refusals, each with its code, its message, and what to do. */
export function Causes({ causes, showsStatus = false }: { causes: readonly Cause[]; showsStatus?: boolean }) {
  return (
    <dl data-causes>
      {causes.map(({ status, code, message, hint }) => (
        <div key={`${status} ${message}`}>
          <dt>
            {showsStatus && <b>{status}</b>} <code>{code}</code> <CodeWords>{message}</CodeWords>
          </dt>
          {hint && (
            <dd>
              <CodeWords>{hint}</CodeWords>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
