import { Refused } from "../../api/call.ts"
import { Refusal } from "../../kit/refusal.tsx"
import { textColumn } from "../ui/lists/columns.tsx"
import { ListView } from "../ui/lists/list-frame.tsx"
import type { TableColumn } from "../ui/lists/table.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { useAddress } from "../ui/use-address.ts"
import { type Command, CommandSheet, statusOf } from "./command-sheet.tsx"

const columns: readonly TableColumn<Command>[] = [
  { title: "Command", width: "minmax(8rem, 1fr)", cell: ({ command }) => <bdi>!{command}</bdi> },
  textColumn("Response", ({ reply, description }) => reply ?? description, { width: "minmax(10rem, 3fr)" }),
  { title: "Access", width: "9rem", cell: ({ access }) => access.replaceAll("_", " ") },
  { title: "Status", width: "8rem", cell: statusOf, isWide: true },
]

const kinds = { label: "Command type", by: "kind", options: { "": "All", custom: "Custom", default: "Default" } }

/** The commands of the connected channel, at most a minute old. */
export function Commands() {
  const { kind } = useAddress().search
  const isKind = kind === "custom" || kind === "default"
  const list = useList("list-streamelements-commands", { kind: isKind ? kind : undefined })
  if (list.error instanceof Refused && !list.isLoaded) return <Refusal error={list.error} />
  return (
    <ListView
      label="Chat commands"
      states={kinds}
      note={
        !list.isLoaded && (
          <p className="apart" role="status">
            Loading…
          </p>
        )
      }
      list={list}
      columns={columns}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      empty={<Empty title="No commands yet">New StreamElements commands appear within a minute.</Empty>}
      panel={{ title: ({ command }) => `!${command}`, content: (command) => <CommandSheet command={command} /> }}
    />
  )
}
