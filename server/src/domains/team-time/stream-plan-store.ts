import { type Selectable, sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { workspacesInUse } from "#access/workspace-store.ts"
import { ownRows, sameWorkspace } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

export type StreamPlanRow = Selectable<Schema["stream_plans"]>

export function findOwnStreamPlan(cx: Reading & Member): Promise<StreamPlanRow | undefined> {
  return cx.db.selectFrom("stream_plans").selectAll().where(ownRows(cx)).executeTakeFirst()
}

/** Replaces the caller's own plan. The new plan has a new id, so jobs for the old one end. */
export async function putStreamPlan(cx: Inside & Member, row: StreamPlanRow): Promise<void> {
  const values = { ...row, account_id: cx.accountId, workspace_id: cx.workspaceId }
  await cx.db
    .insertInto("stream_plans")
    .values(values)
    .onConflict((conflict) => conflict.columns(["account_id", "workspace_id"]).doUpdateSet(values))
    .execute()
}

export async function insertStreamPlan(cx: Inside, row: StreamPlanRow): Promise<void> {
  await cx.db.insertInto("stream_plans").values(row).execute()
}

export async function removeOwnStreamPlan(cx: Inside & Member): Promise<boolean> {
  return changesRow(cx.db.deleteFrom("stream_plans").where(ownRows(cx)))
}

/** Makes the caller's own plan due for a full fetch: at once, unless it fails. Undefined when there is none. */
export async function expireOwnStreamPlan(cx: Inside & Member): Promise<string | undefined> {
  const row = await cx.db
    .updateTable("stream_plans")
    .set({ due_at: sql`case when failed_at is null then ${cx.now()} else due_at end`, etag: null, last_modified: null })
    .where(ownRows(cx))
    .returning("id")
    .executeTakeFirst()
  return row?.id
}

export function listDueStreamPlans(cx: Reading, limit: number): Promise<Pick<StreamPlanRow, "id">[]> {
  return cx.db
    .selectFrom("stream_plans")
    .innerJoin(workspacesInUse(cx.db), "workspace.id", "stream_plans.workspace_id")
    .select("stream_plans.id")
    .where("stream_plans.due_at", "<=", cx.now())
    .orderBy("stream_plans.due_at")
    .limit(limit)
    .execute()
}

/** Finds a due plan with its member's zone. Undefined when it is not due or was replaced. */
export function findDueStreamPlan(
  cx: Reading,
  id: string,
): Promise<(StreamPlanRow & { time_zone: string | null }) | undefined> {
  return cx.db
    .selectFrom("stream_plans")
    .leftJoin("team_times", sameWorkspace("team_times.account_id", "stream_plans.account_id"))
    .selectAll("stream_plans")
    .select("team_times.time_zone")
    .where("stream_plans.id", "=", id)
    .where("stream_plans.due_at", "<=", cx.now())
    .executeTakeFirst()
}

/** Records the result of a refresh, unless the plan's due time has changed since it began. */
export async function recordRefresh(
  cx: Inside,
  { id, due_at: dueAt }: Pick<StreamPlanRow, "id" | "due_at">,
  values: Partial<StreamPlanRow>,
): Promise<boolean> {
  return changesRow(cx.db.updateTable("stream_plans").set(values).where("id", "=", id).where("due_at", "=", dueAt))
}
