import { Refused } from "../../api/call.ts"
import { Refusal } from "../../kit/refusal.tsx"
import { pagesOf } from "../ask.ts"
import { useList } from "../ui/list.ts"
import { Empty } from "../ui/page.tsx"
import { SidePanel } from "../ui/panel.tsx"
import { SegmentedControl } from "../ui/segmented-control.tsx"
import { Table, type TableColumn } from "../ui/table.tsx"
import { useAddress } from "../ui/use-address.ts"
import { type Command, CommandSheet, statusOf } from "./command-sheet.tsx"

const columns: readonly TableColumn<Command>[] = [
  { title: "Command", width: "minmax(8rem, 1fr)", cell: ({ command }) => <bdi>!{command}</bdi> },
  {
    title: "Response",
    width: "minmax(10rem, 3fr)",
    cell: ({ reply, description }) => <bdi>{reply ?? description}</bdi>,
    isWide: true,
  },
  { title: "Access", width: "9rem", cell: ({ access }) => access.replaceAll("_", " ") },
  { title: "Status", width: "8rem", cell: statusOf, isWide: true },
]

const kindNames = { all: "All", custom: "Custom", default: "Default" }

/** The commands of the connected channel, at most a minute old. */
export function Commands() {
  const { search, go } = useAddress()
  const kind = search.kind === "custom" || search.kind === "default" ? search.kind : undefined
  const list = useList(pagesOf("list-streamelements-commands", kind ? { kind } : {}), ({ commands }) => commands)
  const open = list.items.find(({ id }) => id === search.open)
  if (list.error instanceof Refused && !list.isLoaded) return <Refusal error={list.error} />
  return (
    <>
      <SegmentedControl
        label="Command type"
        options={kindNames}
        now={kind ?? "all"}
        onGo={(kind) => go({ kind: kind === "all" ? undefined : kind })}
      />
      {!list.isLoaded && <p role="status">Loading…</p>}
      {list.isLoaded && list.items.length === 0 && (
        <Empty title="No commands yet">New StreamElements commands appear within a minute.</Empty>
      )}
      {list.items.length > 0 && (
        <Table
          label="Chat commands"
          columns={columns}
          rows={list.items}
          keyOf={({ kind, id }) => `${kind} ${id}`}
          onOpen={({ id }) => go({ open: id })}
          hasMore={list.hasMore}
          onMore={list.onMore}
        />
      )}
      {open && (
        <SidePanel title={`!${open.command}`} onClose={() => go({ open: undefined })}>
          <CommandSheet command={open} />
        </SidePanel>
      )}
    </>
  )
}
