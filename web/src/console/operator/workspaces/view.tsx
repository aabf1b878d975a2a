import { When } from "../../../kit/when.tsx"
import type { AnswerOf } from "../../calls.ts"
import { dayColumn, numberColumn, type TableColumn, textColumn } from "../../ui/lists/columns.tsx"
import { ListFrame } from "../../ui/lists/list-frame.tsx"
import { useList } from "../../ui/lists/use-list.ts"
import { Empty } from "../../ui/page.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { Facts } from "../../ui/values/facts.tsx"
import { State } from "../../ui/values/state.tsx"
import { Lift, SuspendForm } from "../subject/subject.tsx"

type Workspace = AnswerOf<"list-every-workspace">["items"][number]

const columns: readonly TableColumn<Workspace>[] = [
  { title: "Workspace URL", width: "minmax(8rem, 2fr)", cell: ({ slug }) => slug },
  textColumn("Name", ({ name }) => name, { width: "minmax(8rem, 3fr)" }),
  { title: "Status", width: "8rem", cell: stateOf },
  numberColumn("Members", ({ members }) => members),
  numberColumn("Open reports", ({ openReports }) => openReports, { width: "8rem" }),
  dayColumn("Created", ({ createdAt }) => createdAt),
]

function stateOf({ suspendedAt, openReports }: Workspace) {
  if (suspendedAt !== null) return <State words="Suspended" tone="bad" />
  return openReports > 0 ? <State words="Reported" tone="note" /> : <State words="Active" tone="plain" />
}

const states = { label: "Status", by: "suspended", options: { "": "All", yes: "Suspended" } }

export function View() {
  const { q: query, suspended } = useAddress().search
  return (
    <ListFrame
      title="Workspaces"
      below="Content is visible to members only."
      states={states}
      search="Search workspace URLs"
      list={useList("list-every-workspace", { query, isSuspended: suspended === "yes" || undefined })}
      columns={columns}
      empty={
        <Empty title={query ? "No results" : "No suspended workspaces"}>
          {query ? "Change the search." : "Suspended workspaces appear here."}
        </Empty>
      }
      panel={{
        title: ({ name }) => name,
        content: (workspace, close) => <Sheet workspace={workspace} onDone={close} />,
      }}
    />
  )
}

function Sheet({ workspace, onDone }: { workspace: Workspace; onDone(): void }) {
  const { id, slug, members, openReports, createdAt, suspendedAt } = workspace
  const subject = { kind: "workspace", id } as const
  return (
    <>
      <Facts
        facts={[
          ["Workspace URL", slug],
          ["ID", id],
          ["Members", members],
          ["Open reports", openReports],
          ["Created", <When key="created" at={createdAt} />],
          ["Suspended", suspendedAt !== null && <When key="suspended" at={suspendedAt} />],
        ]}
      />
      {suspendedAt === null ? (
        <SuspendForm subject={subject} onDone={onDone} />
      ) : (
        <Lift subject={subject} onDone={onDone} />
      )}
    </>
  )
}
