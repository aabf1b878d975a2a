import { reasonWords } from "../../../../../server/src/contract/reasons.ts"
import { When } from "../../../kit/when.tsx"
import { pagesOf } from "../../ask.ts"
import { useList } from "../../ui/list.ts"
import { OpenList } from "../../ui/open-list.tsx"
import { Empty, View as Frame } from "../../ui/page.tsx"
import type { TableColumn } from "../../ui/table.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { subjectWords } from "../subject/subject.ts"
import { outcomeWords, type Report, ReportSheet } from "./report-sheet.tsx"

const columns: readonly TableColumn<Report>[] = [
  { title: "Title", width: "minmax(10rem, 3fr)", cell: ({ subject }) => <bdi>{subject.title}</bdi> },
  { title: "Type", width: "7rem", cell: ({ subject }) => subjectWords[subject.kind], isWide: true },
  { title: "Reason", width: "minmax(6rem, 12rem)", cell: ({ reason }) => reasonWords[reason] },
  { title: "Workspace", width: "minmax(8rem, 2fr)", cell: ({ subject }) => subject.workspace.slug, isWide: true },
  { title: "Outcome", width: "8rem", cell: ({ outcome }) => outcome && outcomeWords[outcome], isWide: true },
  { title: "Reported", width: "11rem", cell: ({ createdAt }) => <When at={createdAt} />, isWide: true },
]

const openColumns = columns.filter(({ title }) => title !== "Outcome")
const states = { label: "Status", by: "closed", options: { "": "Open", yes: "Closed" } }

export function View() {
  const { search } = useAddress()
  const isClosed = search.closed === "yes"
  const list = useList(pagesOf("list-reports", { isClosed }), ({ items }) => items)
  return (
    <Frame title="Reports" below="Anyone can report content at /report.">
      <OpenList
        label="Reports"
        states={states}
        columns={isClosed ? columns : openColumns}
        list={list}
        empty={
          <Empty title={isClosed ? "No closed reports" : "No open reports"}>
            {isClosed ? "Closed reports are kept for a year." : "New reports are emailed at most once an hour."}
          </Empty>
        }
        titleOf={({ subject }) => `${subjectWords[subject.kind]} reported`}
        sheet={(report, close) => <ReportSheet report={report} onDone={close} />}
      />
    </Frame>
  )
}
