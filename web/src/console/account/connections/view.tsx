import { Link } from "@tanstack/react-router"
import { Button, ButtonLink } from "../../../kit/button.tsx"
import { When } from "../../../kit/when.tsx"
import { type AnswerOf, pagesOf } from "../../ask.ts"
import { AppSection } from "../../connected-apps/app-section.tsx"
import { EndConnection, EndOlder } from "../../connected-apps/end-connection.tsx"
import { useList } from "../../ui/list.ts"
import { Empty, View as Frame } from "../../ui/page.tsx"

type Connection = AnswerOf<"list-connections">["items"][number]

/** The apps that act, or acted, for this person in any workspace. */
export function View() {
  const list = useList(pagesOf("list-connections", { limit: 100 }), ({ items }) => items)
  const apps = Map.groupBy(list.items, ({ app }) => app)
  return (
    <Frame
      title="Connected apps"
      below="Apps that act for you. When you end a connection, its very next call is refused."
    >
      {list.isLoaded && apps.size === 0 && <NoneYet />}
      {[...apps].map(([app, connections]) => (
        <App key={app} connections={connections} />
      ))}
      {list.hasMore && (
        <Button variant="subtle" onClick={list.onMore}>
          Older connections
        </Button>
      )}
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
          What it did
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
  revoked: "You ended it.",
  ended_by_admin: "An admin of the workspace ended it.",
  no_longer_member: "Ended: no longer a member. Somebody who leaves a workspace takes their apps along.",
  expired: "It was not used for too long.",
  code_replayed: "It was ended because its code was used twice. Somebody may have copied it.",
  refresh_token_reused: "It was ended because a used token came again. Somebody may have copied it.",
}

function Ended({ endedAt, endedReason }: Connection) {
  return (
    <p>
      {reasons[endedReason ?? ""] ?? "It has ended."} {endedAt !== null && <When at={endedAt} />}
    </p>
  )
}

function NoneYet() {
  return (
    <Empty
      title="No app is connected"
      action={
        <ButtonLink variant="default" href="/auth.md">
          How apps connect
        </ButtonLink>
      }
    >
      When you connect one, it brings you here first, and you decide what it may do and where.
    </Empty>
  )
}
