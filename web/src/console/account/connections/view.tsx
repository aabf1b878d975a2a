import { Link } from "@tanstack/react-router"
import { groupBy } from "../../../kit/newer-functions.ts"
import { When } from "../../../kit/when.tsx"
import type { AnswerOf } from "../../calls.ts"
import { AppSection, NoApps } from "../../connected-apps/app-section.tsx"
import { EndConnection, EndOlder } from "../../connected-apps/end-connection.tsx"
import { MoreRows } from "../../ui/lists/more-rows.tsx"
import { useList } from "../../ui/lists/use-list.ts"
import { View as Frame } from "../../ui/page.tsx"

type Connection = AnswerOf<"list-connections">["items"][number]

/** The apps that act, or acted, for this person in any workspace. */
export function View() {
  const list = useList("list-connections", {}, { also: { limit: 100 } })
  const apps = groupBy(list.items, ({ app }) => app)
  return (
    <Frame title="Connected apps">
      {list.isLoaded && apps.size === 0 && <NoApps where="your account" />}
      {[...apps].map(([app, connections]) => (
        <App key={app} connections={connections} />
      ))}
      <MoreRows list={list} label="Older connections" />
    </Frame>
  )
}

function App({ connections }: { connections: readonly Connection[] }) {
  const [newest, ...older] = connections.filter(({ endedAt }) => endedAt === null)
  return (
    <AppSection
      connections={connections}
      isOwn
      record={({ id }) => (
        <Link to="/connections/$id" params={{ id } as never}>
          View activity
        </Link>
      )}
      ending={(connection) =>
        connection.endedAt === null ? (
          <EndConnection connection={connection} action="revoke-connection" />
        ) : (
          <Ended {...connection} />
        )
      }
      endingOlder={newest && <EndOlder newest={newest} count={older.length} action="revoke-older-connections" />}
    />
  )
}

const reasons: Record<string, string> = {
  revoked: "Disconnected by you.",
  ended_by_admin: "Disconnected by an admin.",
  no_longer_member: "Disconnected: you left the workspace.",
  expired: "Expired: not used for too long.",
  code_replayed: "Disconnected: its code was used twice and may have been copied.",
  refresh_token_reused: "Disconnected: a token was reused and may have been copied.",
}

function Ended({ endedAt, endedReason }: Connection) {
  return (
    <p className="apart">
      {reasons[endedReason ?? ""] ?? "Disconnected."} {endedAt !== null && <When at={endedAt} />}
    </p>
  )
}
