import type { ReactNode } from "react"
import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../ask.ts"
import { here } from "../here.ts"
import { Facts } from "../ui/facts.tsx"

/** A connection, on the page of its person or of a workspace that it reaches. */
export type ListedConnection = Omit<AnswerOf<"list-workspace-connections">["items"][number], "member">

export function ConnectionFacts({ connection, record }: { connection: ListedConnection; record?: ReactNode }) {
  const { scopes, lastUsedAt, liveUntil } = connection
  return (
    <Facts
      facts={[
        [
          "May",
          <ul key="may">
            {scopes.map(({ scope, words, note }) => (
              <li key={scope}>
                {words}
                {note && ` (${note.replace(/\.$/, "")})`}
              </li>
            ))}
          </ul>,
        ],
        ["Where", placesOf(connection)],
        ["Last used", lastUsedAt === null ? "Not yet" : <When key="used" at={lastUsedAt} />],
        ["Ends unless used", liveUntil !== null && <When key="ends" at={liveUntil} isDay />],
        ["Record", record],
      ]}
    />
  )
}

function placesOf({ reach, leftOutCount, workspace }: ListedConnection): string {
  if (workspace === null) return "In every workspace of theirs"
  if (reach === "one") return here().workspace ? "In this workspace" : `In ${workspace.name}`
  const but = leftOutCount === 0 ? "" : ` but ${leftOutCount === 1 ? "one" : leftOutCount}, where it was ended`
  return `In every workspace of yours${but}; unless it is told another, in ${workspace.name}`
}
