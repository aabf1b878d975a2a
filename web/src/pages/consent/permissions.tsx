import type { ConsentData } from "../../../../server/src/contract/pages/consent.ts"
import { Choice } from "../../kit/field.tsx"
import styles from "./permissions.module.css"

type Scopes = ConsentData["scopes"]

/** The requested scopes in plain words, as checkboxes: first those that read, then those that write. */
export function Permissions({ scopes }: { scopes: Scopes }) {
  const writes = scopes.filter(({ scope }) => scope.endsWith(":write"))
  const reads = scopes.filter((scope) => !writes.includes(scope))
  return (
    <>
      <Group title="Read" scopes={reads} />
      <Group title="Create and edit" scopes={writes} />
      <p className="muted smaller pretty">Select at least one. The app never has more access than you.</p>
    </>
  )
}

function Group({ title, scopes }: { title: string; scopes: Scopes }) {
  if (scopes.length === 0) return null
  return (
    <fieldset className={`stack gap-2 ${styles.group}`}>
      <legend>{title}</legend>
      {scopes.map(({ scope, words, note, isTicked }) => (
        <Choice
          key={scope}
          type="checkbox"
          name={scope}
          value="on"
          defaultChecked={isTicked}
          label={words}
          description={note}
        />
      ))}
    </fieldset>
  )
}
