import { reasonWords } from "../../../../../server/src/contract/reasons.ts"
import { When } from "../../../kit/when.tsx"
import { useChange } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { ChangeButton } from "../../ui/form.tsx"
import { type TableColumn, timeColumn } from "../../ui/lists/columns.tsx"
import { ListFrame } from "../../ui/lists/list-frame.tsx"
import { useList } from "../../ui/lists/use-list.ts"
import { Empty } from "../../ui/page.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { Facts } from "../../ui/values/facts.tsx"
import { DecideAbout, SubjectFacts, subjectWords } from "../subject/subject.tsx"
import styles from "./report-sheet.module.css"

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

type Report = AnswerOf<"list-reports">["items"][number]

const outcomeWords = { suspended: "Suspended", kept: "Dismissed" } as const

function ReportSheet({ report, onDone }: { report: Report; onDone(): void }) {
  const { subject, reason, words, email, seenAs, createdAt, closedAt, outcome } = report
  return (
    <>
      {words && (
        <blockquote className={styles.words} dir="auto">
          {words}
        </blockquote>
      )}
      <Facts
        facts={[
          ["Reason", reasonWords[reason]],
          ["Page", seenAs],
          ["Reported", <When key="at" at={createdAt} />],
          [
            "Reporter",
            email && (
              <a key="email" href={`mailto:${email}`}>
                {email}
              </a>
            ),
          ],
          ["Outcome", outcome && outcomeWords[outcome]],
          ["Closed", closedAt !== null && <When key="closed" at={closedAt} />],
        ]}
      />
      <SubjectFacts {...subject} />
      {closedAt === null && <Keep report={report} onDone={onDone} />}
      <DecideAbout subject={subject} reason={reason} onDone={onDone} />
    </>
  )
}

function Keep({ report: { id }, onDone }: { report: Report; onDone(): void }) {
  const close = useChange("close-report", {
    makesStale: ["list-reports", "list-every-workspace", "get-operator-overview"],
    says: "Report dismissed",
    onDone,
  })
  return (
    <div>
      <ChangeButton variant="default" label="Dismiss report" change={close} input={{ id }} />
    </div>
  )
}
