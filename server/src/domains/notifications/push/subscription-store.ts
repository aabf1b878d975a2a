import type { Inside, Reading } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

export type SubscriptionRow = Schema["push_subscriptions"]

/** Replaces earlier subscriptions of the session and of the browser. Returns false when the session has ended. */
export async function putSubscription(cx: Inside, row: SubscriptionRow): Promise<boolean> {
  await cx.db
    .deleteFrom("push_subscriptions")
    .where((is) => is.or([is("session_id", "=", row.session_id), is("endpoint_hash", "=", row.endpoint_hash)]))
    .execute()
  const ofSession = cx.db
    .selectFrom("sessions")
    .select((is) => [
      is.val(row.id).as("id"),
      "sessions.account_id",
      "sessions.id as session_id",
      is.val(row.endpoint_hash).as("endpoint_hash"),
      is.val(row.target_sealed).as("target_sealed"),
      is.cast<number>(is.val(row.created_at), "bigint").as("created_at"),
    ])
    .where("sessions.id", "=", row.session_id)
    .where("sessions.account_id", "=", row.account_id)
  return changesRow(
    cx.db
      .insertInto("push_subscriptions")
      .columns(["id", "account_id", "session_id", "endpoint_hash", "target_sealed", "created_at"])
      .expression(ofSession),
  )
}

/** Undefined where push is off in the session's browser. */
export function findOfSession(cx: Reading, sessionId: string): Promise<SubscriptionRow | undefined> {
  return cx.db.selectFrom("push_subscriptions").selectAll().where("session_id", "=", sessionId).executeTakeFirst()
}

/** Moves a subscription to another endpoint, which loses any other subscription. Returns false when it is gone. */
export async function moveSubscription(
  cx: Inside,
  { id, ...target }: Pick<SubscriptionRow, "id" | "endpoint_hash" | "target_sealed">,
): Promise<boolean> {
  await cx.db
    .deleteFrom("push_subscriptions")
    .where("endpoint_hash", "=", target.endpoint_hash)
    .where("id", "!=", id)
    .execute()
  return changesRow(
    cx.db
      .updateTable("push_subscriptions")
      .set({ ...target, failing_since: null })
      .where("id", "=", id),
  )
}

export function findSubscription(cx: Reading, accountId: string, id: string): Promise<SubscriptionRow | undefined> {
  return cx.db
    .selectFrom("push_subscriptions")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst()
}

export function listBrowsers(cx: Reading, accountId: string) {
  return cx.db
    .selectFrom("push_subscriptions as one")
    .innerJoin("sessions", "sessions.id", "one.session_id")
    .select(["one.id", "sessions.label", "one.session_id", "one.endpoint_hash", "one.created_at"])
    .where("one.account_id", "=", accountId)
    .orderBy("one.created_at", "desc")
    .orderBy("one.id", "desc")
    .execute()
}

export async function listSubscriptionIds(cx: Reading, accountId: string): Promise<string[]> {
  const rows = await cx.db
    .selectFrom("push_subscriptions")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute()
  return rows.map(({ id }) => id)
}

export function removeSubscription(cx: Inside, accountId: string, id: string): Promise<boolean> {
  return changesRow(cx.db.deleteFrom("push_subscriptions").where("id", "=", id).where("account_id", "=", accountId))
}

export async function noteTaken(cx: Inside, id: string): Promise<void> {
  await cx.db.updateTable("push_subscriptions").set({ failing_since: null }).where("id", "=", id).execute()
}

/** Records a failure. Removes the browser when it has failed since `goneSince` or earlier. */
export async function noteFailed(cx: Inside, id: string, goneSince: number): Promise<void> {
  await cx.db
    .updateTable("push_subscriptions")
    .set((row) => ({ failing_since: row.fn.coalesce("failing_since", row.val(cx.now())) }))
    .where("id", "=", id)
    .execute()
  await cx.db.deleteFrom("push_subscriptions").where("id", "=", id).where("failing_since", "<=", goneSince).execute()
}
