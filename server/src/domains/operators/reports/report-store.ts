import type { Insertable, Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { retain } from "#access/retention-store.ts"
import type { ListPart } from "#kernel/cursor.ts"
import { yearMs } from "#kernel/time/units.ts"
import { latestFirst } from "#storage/in-order.ts"
import type { Schema } from "#storage/schema.ts"
import type { SubjectName } from "../subject-store.ts"

export type ReportRow = Selectable<Schema["abuse_reports"]>

export async function insertReport(
  cx: Inside,
  row: Omit<Insertable<Schema["abuse_reports"]>, "created_at" | "mailed_at" | "closed_at" | "closed_by" | "outcome">,
): Promise<void> {
  await cx.db
    .insertInto("abuse_reports")
    .values({ ...row, created_at: cx.now() })
    .execute()
}

export function listReportRows(
  cx: Reading,
  { isClosed, ...part }: { isClosed: boolean } & ListPart,
): Promise<ReportRow[]> {
  return cx.db
    .selectFrom("abuse_reports")
    .selectAll()
    .where("closed_at", isClosed ? "is not" : "is", null)
    .$call(latestFirst("created_at", part))
    .execute()
}

/** Undefined when there is no open report with that id. */
export function closeReportRow(
  cx: Inside,
  id: string,
  { closedBy, outcome }: { closedBy: string; outcome: "suspended" | "kept" },
): Promise<ReportRow | undefined> {
  return cx.db
    .updateTable("abuse_reports")
    .set({ closed_at: cx.now(), closed_by: closedBy, outcome })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .returningAll()
    .executeTakeFirst()
}

/** Closes all open reports about a suspended subject. For a workspace, also those about its links and offers. */
export async function closeReportsAbout(cx: Inside, about: SubjectName, closedBy: string): Promise<void> {
  const closing = cx.db
    .updateTable("abuse_reports")
    .set({ closed_at: cx.now(), closed_by: closedBy, outcome: "suspended" })
    .where("closed_at", "is", null)
  const those =
    about.subject_kind === "workspace"
      ? closing.where("workspace_id", "=", about.workspace_id)
      : closing.where("subject_kind", "=", about.subject_kind).where("subject_id", "=", about.subject_id)
  await those.execute()
}

/** Lists open reports that no mail has announced, or those whose mails were enqueued at a time; at most 1,000. */
export function listReportsToMail(cx: Reading, at: number | undefined): Promise<ReportRow[]> {
  return cx.db
    .selectFrom("abuse_reports")
    .selectAll()
    .where("mailed_at", at === undefined ? "is" : "=", at ?? null)
    .where("closed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(1_000)
    .execute()
}

/** When the operators were last mailed, in epoch milliseconds; null for never. */
export async function findLastMailedAt(cx: Reading): Promise<number | null> {
  const { at } = await cx.db
    .selectFrom("abuse_reports")
    .select((row) => row.fn.max("mailed_at").as("at"))
    .executeTakeFirstOrThrow()
  return at === null ? null : Number(at)
}

export async function markReportsMailed(cx: Inside, reports: readonly ReportRow[], at: number): Promise<void> {
  const ids = reports.map(({ id }) => id)
  await cx.db.updateTable("abuse_reports").set({ mailed_at: at }).where("id", "in", ids).execute()
}

export const reportRetention = [
  retain(
    { table: "abuse_reports", keys: ["id"], time: "closed_at" },
    { ms: yearMs, note: "with the reporter's words and address" },
  ),
]
