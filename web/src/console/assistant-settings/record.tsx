import { Notice } from "../../kit/notice.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, pagesOf } from "../ask.ts"
import { roleNames } from "../roles.ts"
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
  undone: { words: "Taken back", tone: "plain" },
  declined: { words: "Declined", tone: "plain" },
  expired: { words: "Not answered", tone: "plain" },
  refused: { words: "Refused", tone: "note" },
  failed: { words: "Failed", tone: "bad" },
  lost: { words: "Lost", tone: "bad" },
}

const decisions: Readonly<Record<string, string>> = {
  once: "Allowed once",
  conversation: "Allowed for the conversation",
  always: "Allowed for good",
  no: "Said no",
  message: "Asked something else",
}

/** What decided a call that was not asked about. */
const layers: Readonly<Record<string, string>> = {
  installation: "The assistant is off",
  tool: "By the tool itself",
  role: "By the role",
  workspace: "By the workspace",
  situation: "By what had been read",
  member: "By the member’s choice",
  conversation: "Allowed for the conversation",
}

const columns: readonly TableColumn<Entry>[] = [
  { title: "Call", width: "minmax(0, 2fr)", cell: ({ title }) => title },
  {
    title: "For",
    width: "minmax(0, 1.5fr)",
    cell: ({ who, role }) => `${who ?? "Somebody who left"}, ${roleNames[role].toLowerCase()}`,
    isWide: true,
  },
  {
    title: "Decided",
    width: "minmax(0, 1.5fr)",
    cell: ({ decision, layer }) => (decision ? decisions[decision] : layers[layer]) ?? layer,
    isWide: true,
  },
  { title: "When", width: "13rem", cell: ({ at }) => <When at={at} />, isWide: true },
  {
    title: "Outcome",
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
      <p className="aside">
        Who, what and how it was decided, for 400 days. No word of a conversation is in it, and nobody else reads those.
      </p>
      <Filters tools={tools} />
      {record && <Whole {...record} />}
      {list.isLoaded && entries.length === 0 ? (
        <Empty title={isFiltered ? "No such calls" : "Nothing was called yet"}>
          {isFiltered
            ? "Choose another call or outcome."
            : "Each call of the assistant leaves a line here once it has ended."}
        </Empty>
      ) : (
        <Table
          label="Calls of the assistant"
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
        label="Call"
        value={search.tool ?? ""}
        options={[
          { value: "", label: "Every call" },
          ...tools.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChoose={(tool) => go({ tool })}
      />
      <Filter
        label="Outcome"
        value={search.outcome ?? ""}
        options={[
          { value: "", label: "Every outcome" },
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
      <Notice tone="bad" title={`The record was changed: line ${brokenAt} is not what was written, or was taken away.`}>
        Only somebody with access to the database can do that. What follows it cannot be relied on.
      </Notice>
    )
  }
  if (checked === 0) return null
  return (
    <p className="aside">
      {checked === 1 ? "The last line was" : `The last ${checked.toLocaleString()} lines were`} checked just now:
      nothing was changed or taken away.
    </p>
  )
}
