import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import type { PurchaseKey } from "./purchase-store.ts"

type Notice = Schema["sale_notices"]

/** Records a sale whose seller must be notified. Undefined when it was recorded before. */
export function insertNotice(cx: Inside, notice: Pick<Notice, "purchase_id" | "workspace_id">) {
  return cx.db
    .insertInto("sale_notices")
    .values({ ...notice, window_at: null, notified_at: null, created_at: cx.now() })
    .onConflict((conflict) => conflict.columns(["purchase_id", "workspace_id"]).doNothing())
    .returning("purchase_id")
    .executeTakeFirst()
}

export async function collectNotice(cx: Inside, { id, workspace_id }: PurchaseKey, windowAt: number): Promise<void> {
  const notices = cx.db.updateTable("sale_notices").set({ window_at: windowAt })
  await notices.where("workspace_id", "=", workspace_id).where("purchase_id", "=", id).execute()
}

/**
 * Counts a sale in the workspace's open window, which stays locked until the transaction ends. Starts a new window when
 * it is older than `windowMs`, or starts in the future because the clock was set back.
 */
export async function countSale(
  cx: Inside,
  workspaceId: WorkspaceId,
  windowMs: number,
): Promise<{ startedAt: number; sales: number }> {
  const now = cx.now()
  const isOver = sql`(sale_windows.started_at <= ${now - windowMs} or sale_windows.started_at > ${now})`
  const row = await cx.db
    .insertInto("sale_windows")
    .values({ workspace_id: workspaceId, started_at: now, sales: 1 })
    .onConflict((conflict) =>
      conflict.column("workspace_id").doUpdateSet({
        started_at: sql<number>`case when ${isOver} then excluded.started_at else sale_windows.started_at end`,
        sales: sql<number>`case when ${isOver} then 1 else sale_windows.sales + 1 end`,
      }),
    )
    .returning(["started_at as startedAt", "sales"])
    .executeTakeFirstOrThrow()
  return row
}

/** Closes a window: no more sales join it. */
export async function closeWindow(cx: Inside, workspaceId: WorkspaceId, windowAt: number): Promise<void> {
  await cx.db
    .updateTable("sale_windows")
    .set({ started_at: 0 })
    .where("workspace_id", "=", workspaceId)
    .where("started_at", "=", windowAt)
    .execute()
}

export type CollectedSale = Pick<
  Schema["purchases"],
  "id" | "snapshot" | "charged_cents" | "currency" | "buyer_email" | "created_at"
>

export interface CollectedWindow {
  workspaceId: WorkspaceId
  windowAt: number
  at: number | undefined
}

export function listCollected(cx: Reading, digest: CollectedWindow, limit: number): Promise<CollectedSale[]> {
  return collected(cx, digest)
    .innerJoin("purchases", sameWorkspace("purchases.id", "sale_notices.purchase_id"))
    .select([
      "purchases.id",
      "purchases.snapshot",
      "purchases.charged_cents",
      "purchases.currency",
      "purchases.buyer_email",
      "purchases.created_at",
    ])
    .orderBy("sale_notices.created_at")
    .orderBy("sale_notices.purchase_id")
    .limit(limit)
    .execute()
}

export async function countCollected(cx: Reading, digest: CollectedWindow): Promise<number> {
  const { count } = await collected(cx, digest)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function markDigestSent(cx: Inside, { workspaceId, windowAt, at }: CollectedWindow & { at: number }) {
  await cx.db
    .updateTable("sale_notices")
    .set({ notified_at: at })
    .where("workspace_id", "=", workspaceId)
    .where("window_at", "=", windowAt)
    .where("notified_at", "is", null)
    .execute()
}

const collected = (cx: Reading, { workspaceId, windowAt, at }: CollectedWindow) =>
  cx.db
    .selectFrom("sale_notices")
    .where("sale_notices.workspace_id", "=", workspaceId)
    .where("sale_notices.window_at", "=", windowAt)
    .where("sale_notices.notified_at", at === undefined ? "is" : "=", at ?? null)
