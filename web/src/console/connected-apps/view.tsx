import { Button, ButtonLink } from "../../kit/button.tsx"
import { groupBy } from "../../kit/newer-functions.ts"
import type { AnswerOf } from "../calls.ts"
import { MoreRows } from "../ui/lists/more-rows.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { View as Frame } from "../ui/page.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { AppSection, NoApps, whereOf } from "./app-section.tsx"
import { AuditLines } from "./audit-lines.tsx"
import { EndConnection, EndOlder } from "./end-connection.tsx"

type Connection = AnswerOf<"list-workspace-connections">["items"][number]

/** The apps that act in the workspace: the reader's own, and for admins those of every member. */
export function View() {
  const { search, go } = useAddress()
  const list = useList("list-workspace-connections", {}, { also: { limit: 100 } })
  const apps = groupBy(list.items, ({ app, member }) => `${member.accountId} ${app}`)
  const open = list.items.find(({ id }) => id === search.open)
  return (
    <Frame
      title="Connected apps"
      actions={
        <ButtonLink variant="default" href="/account/connections">
          Your connected apps
        </ButtonLink>
      }
    >
      {list.isLoaded && apps.size === 0 && <NoApps where="this workspace" />}
      {[...apps].map(([key, connections]) => (
        <App key={key} connections={connections} onOpen={(open) => go({ open })} />
      ))}
      <MoreRows list={list} label="Older connections" />
      {open && (
        <SidePanel title={`${open.clientName} activity`} onClose={() => go({ open: undefined })}>
          <p>
            {whereOf(open, open.member.isCaller)}, {whoseOf(open)}. Kept for 180 days.
          </p>
          <Did {...open} />
        </SidePanel>
      )}
    </Frame>
  )
}

function App({ connections, onOpen }: { connections: readonly Connection[]; onOpen(id: string): void }) {
  const [newest, ...older] = connections
  if (!newest) return null
  return (
    <AppSection
      connections={connections}
      whose={whoseOf(newest)}
      isOwn={newest.member.isCaller}
      record={({ id }) => (
        <Button variant="link" onClick={() => onOpen(id)}>
          View activity
        </Button>
      )}
      ending={(connection) => <EndConnection connection={connection} action="end-workspace-connection" />}
      endingOlder={<EndOlder newest={newest} count={older.length} action="end-older-workspace-connections" />}
    />
  )
}

const whoseOf = ({ member }: Connection) =>
  member.isCaller ? "connected by you" : `connected by ${member.name ?? member.email}`

function Did({ id, member }: Connection) {
  return <AuditLines list={useList("list-workspace-audit-entries", { id })} isOwn={member.isCaller} />
}
