import type { Context } from "#access/context.ts"
import { reasonWords } from "#contract/reasons.ts"
import { enqueue } from "#jobs/job-store.ts"
import { writeLetter } from "#kernel/letter.ts"
import { findLastMailedAt, listUnmailedReports, markReportsMailed, type ReportRow } from "./report-store.ts"

const atMostEveryMs = 3_600_000

/** Mails the number of new reports, at most once an hour. A second run sends the same message under the same id. */
export async function mailReports(cx: Context): Promise<void> {
  const reports = await listUnmailedReports(cx)
  const [first, last] = [reports[0], reports.at(-1)]
  if (!first || !last) return
  const { operators } = cx.admission
  if (operators.length === 0) {
    cx.log.error({}, "A report came in, but SVC_OPERATORS names no operator to mail.")
    return
  }
  const nextAt = ((await findLastMailedAt(cx)) ?? 0) + atMostEveryMs
  if (nextAt > cx.now()) {
    await cx.atomically((cx) => enqueue(cx, "mail-reports", { payload: {}, runAt: nextAt, dedupeKey: "reports" }))
    return
  }
  const letter = letterOf(cx, reports)
  for (const [place, to] of operators.entries()) {
    await cx.mail.send({ id: `reports-${first.id}-${last.id}-operator${place}`, to, ...letter })
  }
  await cx.atomically((cx) => markReportsMailed(cx, reports))
}

/** The mail leaves out the reported subject and the reporter's words. Operators read them in the console. */
function letterOf(cx: Context, reports: readonly ReportRow[]) {
  const count = reports.length === 1 ? "1 new report" : `${reports.length} new reports`
  const reasons = Map.groupBy(reports, ({ reason }) => reason)
  return writeLetter(
    {
      subject: `${count} to review`,
      paragraphs: ["Review what people reported, and suspend or dismiss it."],
      facts: [...reasons].map(([reason, { length }]) => [reasonWords[reason], String(length)]),
      button: { label: "Review reports", url: `${cx.addresses.base}/operator/reports` },
      notes: ["We email you about reports at most once an hour."],
    },
    cx.brandName,
  )
}
