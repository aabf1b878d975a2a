import { Fragment, type ReactNode } from "react"
import styles from "./reference-facts.module.css"

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
