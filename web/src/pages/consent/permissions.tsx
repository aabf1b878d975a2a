import type { ConsentData } from "../../../../server/src/surfaces/pages/consent/data.ts"
import styles from "./permissions.module.css"

type Scopes = ConsentData["scopes"]

/** What an app may do, in plain words: what it sees, and what it makes and changes. */
export function Permissions({ scopes }: { scopes: Scopes }) {
  const writes = scopes.filter(({ scope }) => scope.endsWith(":write"))
  const reads = scopes.filter((scope) => !writes.includes(scope))
  return (
    <>
      <div className={styles.groups}>
        <Group title="See" scopes={reads} />
        <Group title="Make and change" scopes={writes} />
      </div>
      <p className={styles.limit}>It can never do more than you may do yourself.</p>
    </>
  )
}

function Group({ title, scopes }: { title: string; scopes: Scopes }) {
  if (scopes.length === 0) return null
  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>
        {scopes.map(({ scope, words, note }) => (
          <li key={scope}>
            {words}
            {note && <span className={styles.note}>{note}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
