import type { Context } from "#access/context.ts"
import { reasonWords } from "#contract/reasons.ts"
import { type Letter, mailsEachReader, operatorReaders } from "#domains/mails/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { hourMs } from "#kernel/time/units.ts"
import { findLastMailedAt, listReportsToMail, markReportsMailed, type ReportRow } from "./report-store.ts"

const atMostEveryMs = hourMs

/** Mails the number of new reports, at most once an hour. */
export const mailReports = mailsEachReader("mail-reports", async (cx, { at }) => {
  const reports = await listReportsToMail(cx, at)
  const [first, last] = [reports[0], reports.at(-1)]
  if (!first || !last) return undefined
  const readers = operatorReaders(cx)
  if (readers.length === 0) cx.log.error({}, "A report came in, but SVC_OPERATORS names no operator to mail.")
  if (readers.length === 0 || (at === undefined && (await isTooEarly(cx)))) return undefined
  return {
    ...{ id: `reports-${first.id}-${last.id}`, about: first.id, workspaceId: null, readers },
    write: () => letterOf(cx, reports),
    mark: (cx, at) => markReportsMailed(cx, reports, at),
  }
})

async function isTooEarly(cx: Context): Promise<boolean> {
  const nextAt = ((await findLastMailedAt(cx)) ?? 0) + atMostEveryMs
  if (nextAt <= cx.now()) return false
  await cx.atomically((cx) => enqueue(cx, "mail-reports", { payload: {}, runAt: nextAt, dedupeKey: "reports" }))
  return true
}

/** The mail leaves out the reported subject and the reporter's words. Operators read them in the console. */
function letterOf(cx: Context, reports: readonly ReportRow[]): Letter {
  const count = reports.length === 1 ? "1 new report" : `${reports.length} new reports`
  const reasons = Map.groupBy(reports, ({ reason }) => reason)
  return {
    subject: `${count} to review`,
    paragraphs: ["Review what people reported, and suspend or dismiss it."],
    facts: [...reasons].map(([reason, { length }]) => [reasonWords[reason], String(length)]),
    button: { label: "Review reports", url: `${cx.addresses.base}/operator/reports` },
    notes: ["We email you about reports at most once an hour."],
  }
}
