import type { Context } from "#access/context.ts"
import { reasonWords } from "#contract/reasons.ts"
import { enqueue } from "#jobs/job-store.ts"
import { writeLetter } from "#kernel/letter.ts"
import { findLastTold, listUntoldReports, markReportsTold, type ReportRow } from "./report-store.ts"

const atMostEveryMs = 3_600_000

/**
 * Mails the operators how many reports came in that they have not been told of, at most once an hour. A second run
 * after a crash sends the same message under the same id.
 */
export async function mailReports(cx: Context): Promise<void> {
  const reports = await listUntoldReports(cx)
  const [first, last] = [reports[0], reports.at(-1)]
  if (!first || !last) return
  const { operators } = cx.admission
  if (operators.length === 0) {
    cx.log.error({}, "Something was reported, and SVC_OPERATORS names nobody who could be told.")
    return
  }
  const nextAt = ((await findLastTold(cx)) ?? 0) + atMostEveryMs
  if (nextAt > cx.now()) {
    await cx.atomically((cx) => enqueue(cx, "mail-reports", { payload: {}, runAt: nextAt, dedupeKey: "reports" }))
    return
  }
  const letter = letterOf(cx, reports)
  for (const [place, to] of operators.entries()) {
    await cx.mail.send({ id: `reports-${first.id}-${last.id}-operator${place}`, to, ...letter })
  }
  await cx.atomically((cx) => markReportsTold(cx, reports))
}

/** What people wrote, and about what, is left out: it is read where it is decided. */
function letterOf(cx: Context, reports: readonly ReportRow[]) {
  const count = reports.length === 1 ? "A report" : `${reports.length} reports`
  const reasons = Map.groupBy(reports, ({ reason }) => reason)
  return writeLetter(
    {
      subject: `${count} to be looked at`,
      paragraphs: [`${count} came in about what people found here.`],
      facts: [...reasons].map(([reason, { length }]) => [reasonWords[reason], String(length)]),
      button: { label: "See the reports", url: `${cx.addresses.base}/operator/reports` },
      notes: ["Of what comes in within the hour the next mail tells."],
    },
    cx.brandName,
  )
}
