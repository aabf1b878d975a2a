import type { ReactNode } from "react"
import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../calls.ts"
import { here } from "../console-data.ts"
import { Facts } from "../ui/values/facts.tsx"

/** A connection, on the page of its person or of a workspace that it reaches. */
export type ListedConnection = Omit<AnswerOf<"list-workspace-connections">["items"][number], "member">

export function ConnectionFacts({ connection, record }: { connection: ListedConnection; record?: ReactNode }) {
  const { program, scopes, lastUsedAt, liveUntil } = connection
  return (
    <Facts
      facts={[
        ["App", program !== null && <bdi key="program">{program}</bdi>],
        [
          "Permissions",
          <ul key="may" className="stack">
            {scopes.map(({ scope, words, note }) => (
              <li key={scope}>
                {words}
                {note && ` (${note.replace(/\.$/, "")})`}
              </li>
            ))}
          </ul>,
        ],
        ["Workspaces", placesOf(connection)],
        ["Last used", lastUsedAt === null ? "Never" : <When key="used" at={lastUsedAt} />],
        ["Expires if unused", liveUntil !== null && <When key="ends" at={liveUntil} isDay />],
        ["Activity", record],
      ]}
    />
  )
}

function placesOf({ reach, leftOutCount, workspace }: ListedConnection): string {
  if (workspace === null) return "All of their workspaces"
  if (reach === "one") return here().workspace ? "This workspace" : workspace.name
  const but = leftOutCount === 0 ? "" : ` except ${leftOutCount}`
  return `All of your workspaces${but}. Default: ${workspace.name}`
}
