import { reasonWords } from "../../../../../server/src/contract/reasons.ts"
import { When } from "../../../kit/when.tsx"
import type { AnswerOf } from "../../ask.ts"
import { ChangeButton } from "../../ui/change-button.tsx"
import { Facts } from "../../ui/values/facts.tsx"
import { useChange } from "../../use-change.ts"
import { DecideAbout } from "../subject/decide-about.tsx"
import { SubjectFacts } from "../subject/subject-facts.tsx"
import styles from "./report-sheet.module.css"

export type Report = AnswerOf<"list-reports">["items"][number]

export const outcomeWords = { suspended: "Suspended", kept: "Dismissed" } as const

export function ReportSheet({ report, onDone }: { report: Report; onDone(): void }) {
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
      <SubjectFacts subject={subject} />
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
