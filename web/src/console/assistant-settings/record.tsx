import { roleWords } from "../../../../server/src/contract/words.ts"
import { Notice } from "../../kit/notice.tsx"
import type { AnswerOf } from "../calls.ts"
import { type TableColumn, timeColumn } from "../ui/lists/columns.tsx"
import { Filter, toOptions } from "../ui/lists/filter.tsx"
import { ListView } from "../ui/lists/list-frame.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { useAddress } from "../ui/use-address.ts"
import { State, type StateWords } from "../ui/values/state.tsx"
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
  timeColumn("Date", ({ at }) => at, { width: "13rem" }),
  {
    title: "Status",
    width: "6.5rem",
    cell: ({ outcome }) => <State {...(outcomes[outcome] ?? { words: outcome, tone: "plain" })} />,
  },
]

/** The audit record of every finished call, for admins, with a check that it was not changed. */
export function CallAudit({ tools }: { tools: readonly OwnTool[] }) {
  const { tool, outcome } = useAddress().search
  const list = useList("list-assistant-entries", { tool, outcome })
  const { record } = list.first ?? {}
  const titles = tools.map(({ name, title }) => ({ value: name, label: title }))
  return (
    <>
      <p className="muted small">Kept for 400 days. Messages are not included.</p>
      <div className="wrap gap-2">
        <Filter label="Action" by="tool" all="All actions" options={titles} />
        <Filter label="Status" by="outcome" all="All statuses" options={toOptions(outcomes)} />
      </div>
      {record && <Whole {...record} />}
      <ListView
        label="Assistant activity"
        list={list}
        columns={columns}
        keyOf={({ seq }) => String(seq)}
        unfound="Try another action or status."
        empty={<Empty title="No activity yet">Finished actions of the assistant appear here.</Empty>}
      />
    </>
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
    <p className="muted small">
      {checked === 1 ? "Last entry verified." : `Last ${checked.toLocaleString()} entries verified.`}
    </p>
  )
}
