import { roleWords } from "../../../../server/src/contract/words.ts"
import { Notice } from "../../kit/notice.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, pagesOf } from "../ask.ts"
import { Filter } from "../ui/filter.tsx"
import { useList } from "../ui/list.ts"
import { Empty } from "../ui/page.tsx"
import { State, type StateWords } from "../ui/state.tsx"
import { Table, type TableColumn } from "../ui/table.tsx"
import { useAddress } from "../ui/use-address.ts"
import type { OwnTool } from "./words.ts"

type Entry = AnswerOf<"list-assistant-entries">["items"][number]

const outcomes: Readonly<Record<string, StateWords>> = {
  done: { words: "Done", tone: "good" },
  undone: { words: "Undone", tone: "plain" },
  declined: { words: "Declined", tone: "plain" },
  expired: { words: "Expired", tone: "plain" },
  refused: { words: "Refused", tone: "note" },
  failed: { words: "Failed", tone: "bad" },
  lost: { words: "Unknown", tone: "bad" },
}

const decisions: Readonly<Record<string, string>> = {
  once: "Allowed once",
  conversation: "Allowed for this conversation",
  always: "Always allowed",
  no: "Declined",
  message: "Canceled by a new message",
}

/** The names of the permission layers that decide a call without asking the person. */
const layers: Readonly<Record<string, string>> = {
  installation: "Assistant is off",
  tool: "Tool default",
  role: "Role",
  workspace: "Workspace setting",
  situation: "Outside content",
  member: "Member's choice",
  conversation: "Allowed for this conversation",
}

const columns: readonly TableColumn<Entry>[] = [
  { title: "Action", width: "minmax(0, 2fr)", cell: ({ title }) => title },
  {
    title: "Member",
    width: "minmax(0, 1.5fr)",
    cell: ({ who, role }) => `${who ?? "Former member"}, ${roleWords[role].toLowerCase()}`,
    isWide: true,
  },
  {
    title: "Decision",
    width: "minmax(0, 1.5fr)",
    cell: ({ decision, layer }) => (decision ? decisions[decision] : layers[layer]) ?? layer,
    isWide: true,
  },
  { title: "Date", width: "13rem", cell: ({ at }) => <When at={at} />, isWide: true },
  {
    title: "Status",
    width: "6.5rem",
    cell: ({ outcome }) => <State {...(outcomes[outcome] ?? { words: outcome, tone: "plain" })} />,
  },
]

/** The audit record of every finished call, for admins, with a check that it was not changed. */
export function CallAudit({ tools }: { tools: readonly OwnTool[] }) {
  const { search } = useAddress()
  const filter = { ...(search.tool && { tool: search.tool }), ...(search.outcome && { outcome: search.outcome }) }
  const options = pagesOf("list-assistant-entries", filter)
  const list = useList(options, (part) => [part])
  const entries = list.items.flatMap(({ items }) => items)
  const record = list.items[0]?.record
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <p className="aside">Kept for 400 days. Messages are not included.</p>
      <Filters tools={tools} />
      {record && <Whole {...record} />}
      {list.isLoaded && entries.length === 0 ? (
        <Empty title={isFiltered ? "No results" : "No activity yet"}>
          {isFiltered ? "Try another action or status." : "Finished actions of the assistant appear here."}
        </Empty>
      ) : (
        <Table
          label="Assistant activity"
          columns={columns}
          rows={entries}
          keyOf={({ seq }) => String(seq)}
          hasMore={list.hasMore}
          onMore={list.onMore}
        />
      )}
    </>
  )
}

function Filters({ tools }: { tools: readonly OwnTool[] }) {
  const { search, go } = useAddress()
  return (
    <div className="filters">
      <Filter
        label="Action"
        value={search.tool ?? ""}
        options={[
          { value: "", label: "All actions" },
          ...tools.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChoose={(tool) => go({ tool })}
      />
      <Filter
        label="Status"
        value={search.outcome ?? ""}
        options={[
          { value: "", label: "All statuses" },
          ...Object.entries(outcomes).map(([value, { words }]) => ({ value, label: words })),
        ]}
        onChoose={(outcome) => go({ outcome })}
      />
    </div>
  )
}

/** The result of checking the hash chain of the last lines. */
function Whole({ checked, brokenAt }: { checked: number; brokenAt: number | null }) {
  if (brokenAt !== null) {
    return (
      <Notice tone="bad" title={`Activity log was tampered with at entry ${brokenAt}`}>
        Don't rely on later entries. Ask who has database access.
      </Notice>
    )
  }
  if (checked === 0) return null
  return (
    <p className="aside">
      {checked === 1 ? "Last entry verified." : `Last ${checked.toLocaleString()} entries verified.`}
    </p>
  )
}
