import { When } from "../../../kit/when.tsx"
import { type AnswerOf, pagesOf } from "../../ask.ts"
import { Facts } from "../../ui/facts.tsx"
import { useList } from "../../ui/list.ts"
import { OpenList } from "../../ui/open-list.tsx"
import { Empty, View as Frame } from "../../ui/page.tsx"
import { SearchField } from "../../ui/search-field.tsx"
import { SegmentedControl } from "../../ui/segmented-control.tsx"
import { State } from "../../ui/state.tsx"
import type { TableColumn } from "../../ui/table.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { Lift } from "../subject/lift.tsx"
import { SuspendForm } from "../subject/suspend-form.tsx"

type Workspace = AnswerOf<"list-every-workspace">["items"][number]

const columns: readonly TableColumn<Workspace>[] = [
  { title: "Workspace URL", width: "minmax(8rem, 2fr)", cell: ({ slug }) => slug },
  { title: "Name", width: "minmax(8rem, 3fr)", cell: ({ name }) => <bdi>{name}</bdi>, isWide: true },
  { title: "Status", width: "8rem", cell: stateOf },
  { title: "Members", width: "6rem", cell: ({ members }) => members, isWide: true, isNumber: true },
  { title: "Open reports", width: "8rem", cell: ({ openReports }) => openReports, isWide: true, isNumber: true },
  { title: "Created", width: "8rem", cell: ({ createdAt }) => <When at={createdAt} isDay />, isWide: true },
]

function stateOf({ suspendedAt, openReports }: Workspace) {
  if (suspendedAt !== null) return <State words="Suspended" tone="bad" />
  return openReports > 0 ? <State words="Reported" tone="note" /> : <State words="Active" tone="plain" />
}

const states = { "": "All", yes: "Suspended" } as const

/** Every workspace of the installation, without its content. */
export function View() {
  const { search, go } = useAddress()
  const { q: query, suspended } = search
  const wish = { query: query || undefined, isSuspended: suspended === "yes" || undefined }
  const list = useList(pagesOf("list-every-workspace", wish), ({ items }) => items)
  return (
    <Frame title="Workspaces" below="Content is visible to members only.">
      <SegmentedControl
        label="Status"
        options={states}
        now={suspended ?? ""}
        onGo={(suspended) => go({ suspended, open: undefined })}
      />
      <SearchField label="Search workspace URLs" value={query ?? ""} onSearch={(q) => go({ q, open: undefined })} />
      <OpenList
        label="Workspaces"
        columns={columns}
        list={list}
        empty={
          <Empty title={query ? "No results" : "No suspended workspaces"}>
            {query ? "Change the search." : "Suspended workspaces appear here."}
          </Empty>
        }
        titleOf={({ name }) => name}
        sheet={(workspace, close) => <Sheet workspace={workspace} onDone={close} />}
      />
    </Frame>
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
