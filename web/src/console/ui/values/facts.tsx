import type { ReactNode } from "react"
import styles from "./facts.module.css"

/** A list of named values; empty values are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={`stack gap-2 small ${styles.facts}`}>
      {facts.map(([name, value]) =>
        value === undefined || value === null || value === false || value === "" ? null : (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd className="breaks">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
