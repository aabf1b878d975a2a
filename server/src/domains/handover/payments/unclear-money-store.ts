import type { Insertable, Selectable, Updateable } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import type { ListPart } from "#kernel/cursor.ts"
import { newId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { latestFirst } from "#storage/in-order.ts"
import type { Schema } from "#storage/schema.ts"
import { findsRow } from "#storage/whether.ts"
import type { Purchase } from "../purchases/index.ts"
import { announceIssue } from "./payment-issue-events.ts"

export type UnclearMoney = Selectable<Schema["unclear_money"]>

export type Finding = Pick<
  Insertable<Schema["unclear_money"]>,
  | "workspace_id"
  | "purchase_id"
  | "processor_account"
  | "checkout_session_id"
  | "payment_id"
  | "buyer_email"
  | "amount_cents"
  | "currency"
  | "reason"
  | "decision"
>

/** Adds money to the list. Undefined when there is an open entry for its checkout session. */
export async function insertUnclearMoney(cx: Inside, finding: Finding): Promise<UnclearMoney | undefined> {
  const entry = await cx.db
    .insertInto("unclear_money")
    .values({ ...finding, id: newId("unclear"), refund_tries: 0, created_at: cx.now() })
    .onConflict((conflict) =>
      conflict.columns(["processor_account", "checkout_session_id"]).where("settled_at", "is", null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (entry) announceIssue(cx, "opened", entry)
  return noteEntry(cx, entry)
}

/** Only operators see an entry without a workspace, so it publishes no change. */
function noteEntry(cx: Inside, changed: UnclearMoney | undefined): UnclearMoney | undefined {
  if (changed?.workspace_id) noteChange(cx, { workspaceId: changed.workspace_id, kind: "money" })
  return changed
}

export function findUnclearOf(cx: Reading, purchase: Purchase): Promise<UnclearMoney | undefined> {
  return cx.db
    .selectFrom("unclear_money")
    .selectAll()
    .where("purchase_id", "=", purchase.id)
    .where("checkout_session_id", "=", purchase.checkout_session_id)
    .where("settled_at", "is", null)
    .executeTakeFirst()
}

export async function isOnList(cx: Reading, processorAccount: string, checkoutSessionId: string): Promise<boolean> {
  return findsRow(
    cx.db
      .selectFrom("unclear_money")
      .select("id")
      .where("processor_account", "=", processorAccount)
      .where("checkout_session_id", "=", checkoutSessionId),
  )
}

/** Finds an entry. With `workspaceId`, only one of that workspace. */
export function findUnclearMoney(cx: Reading & Partial<Member>, id: string): Promise<UnclearMoney | undefined> {
  let query = cx.db.selectFrom("unclear_money").selectAll().where("id", "=", id)
  if (cx.workspaceId !== undefined) query = query.where("workspace_id", "=", cx.workspaceId)
  return query.executeTakeFirst()
}

/** Lists entries, open or settled, newest first, one more than `limit`. With `workspaceId`, only that workspace's. */
export function listUnclearRows(
  cx: Reading & Partial<Member>,
  { isSettled, ...part }: { isSettled: boolean } & ListPart,
): Promise<UnclearMoney[]> {
  let query = cx.db
    .selectFrom("unclear_money")
    .selectAll()
    .where("settled_at", isSettled ? "is not" : "is", null)
  if (cx.workspaceId !== undefined) query = query.where("workspace_id", "=", cx.workspaceId)
  return query.$call(latestFirst("created_at", part)).execute()
}

export async function updateUnclearMoney(
  cx: Inside,
  id: string,
  set: Updateable<Schema["unclear_money"]>,
): Promise<UnclearMoney | undefined> {
  const entry = await cx.db
    .updateTable("unclear_money")
    .set(set)
    .where("id", "=", id)
    .where("settled_at", "is", null)
    .returningAll()
    .executeTakeFirst()
  if (entry && entry.settled_at !== null) announceIssue(cx, "settled", entry)
  return noteEntry(cx, entry)
}

/** How many entries are open, and when the oldest was added; null without one. */
export function measureUnclearMoney(cx: Reading): Promise<{ open: number; oldestAt: number | null }> {
  return cx.db
    .selectFrom("unclear_money")
    .select(({ fn }) => [fn.countAll<number>().as("open"), fn.min("created_at").as("oldestAt")])
    .where("settled_at", "is", null)
    .executeTakeFirstOrThrow()
}

/** Lists open entries, oldest first, that the workspace's owners (null: the operators) were not mailed about. */
export function listEntriesToMail(
  cx: Reading,
  workspaceId: WorkspaceId | null,
  at: number | undefined,
): Promise<UnclearMoney[]> {
  const open = cx.db.selectFrom("unclear_money").selectAll().where("settled_at", "is", null)
  const [is, when] = [at === undefined ? "is" : "=", at ?? null] as const
  const those =
    workspaceId === null
      ? open.where("operator_mailed_at", is, when)
      : open.where("workspace_id", "=", workspaceId).where("seller_mailed_at", is, when)
  return those.orderBy("created_at").orderBy("id").limit(100).execute()
}

export async function markEntriesMailed(
  cx: Inside,
  entries: readonly UnclearMoney[],
  { isOperators, at }: { isOperators: boolean; at: number },
): Promise<void> {
  const ids = entries.map(({ id }) => id)
  await cx.db
    .updateTable("unclear_money")
    .set({ [isOperators ? "operator_mailed_at" : "seller_mailed_at"]: at })
    .where("id", "in", ids)
    .execute()
}

/** Lists open entries about a purchase's checkout session whose money no longer waits, with the purchase's state. */
export function listCleared(
  cx: Reading,
): Promise<{ id: string; state: Purchase["state"]; dispute: Purchase["dispute"] }[]> {
  return cx.db
    .selectFrom("unclear_money")
    .innerJoin("purchases", (join) =>
      join
        .onRef("purchases.id", "=", "unclear_money.purchase_id")
        .onRef("purchases.checkout_session_id", "=", "unclear_money.checkout_session_id"),
    )
    .select(["unclear_money.id", "purchases.state", "purchases.dispute"])
    .where("unclear_money.settled_at", "is", null)
    .where("purchases.unsettled_since", "is", null)
    .limit(200)
    .execute()
}
