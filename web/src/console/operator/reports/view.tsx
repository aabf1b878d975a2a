import { reasonWords } from "../../../../../server/src/contract/reasons.ts"
import { timeColumn } from "../../ui/lists/columns.tsx"
import { ListFrame } from "../../ui/lists/list-frame.tsx"
import type { TableColumn } from "../../ui/lists/table.tsx"
import { useList } from "../../ui/lists/use-list.ts"
import { Empty } from "../../ui/page.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { subjectWords } from "../subject/subject.ts"
import { outcomeWords, type Report, ReportSheet } from "./report-sheet.tsx"

const columns: readonly TableColumn<Report>[] = [
  { title: "Title", width: "minmax(10rem, 3fr)", cell: ({ subject }) => <bdi>{subject.title}</bdi> },
  { title: "Type", width: "7rem", cell: ({ subject }) => subjectWords[subject.kind], isWide: true },
  { title: "Reason", width: "minmax(6rem, 12rem)", cell: ({ reason }) => reasonWords[reason] },
  { title: "Workspace", width: "minmax(8rem, 2fr)", cell: ({ subject }) => subject.workspace.slug, isWide: true },
  { title: "Outcome", width: "8rem", cell: ({ outcome }) => outcome && outcomeWords[outcome], isWide: true },
  timeColumn("Reported", ({ createdAt }) => createdAt),
]

const openColumns = columns.filter(({ title }) => title !== "Outcome")
const states = { label: "Status", by: "closed", options: { "": "Open", yes: "Closed" } }

export function View() {
  const { search } = useAddress()
  const isClosed = search.closed === "yes"
  return (
    <ListFrame
      title="Reports"
      below="Anyone can report content at /report."
      states={states}
      list={useList("list-reports", { isClosed })}
      columns={isClosed ? columns : openColumns}
      empty={
        <Empty title={isClosed ? "No closed reports" : "No open reports"}>
          {isClosed ? "Closed reports are kept for a year." : "New reports are emailed at most once an hour."}
        </Empty>
      }
      panel={{
        title: ({ subject }) => `${subjectWords[subject.kind]} reported`,
        content: (report, close) => <ReportSheet report={report} onDone={close} />,
      }}
    />
  )
}
