import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"
import type { Purchase } from "../purchases/index.ts"

export type SessionListingRow = Selectable<Schema["session_listings"]>

/** Starts the listing of an account's sessions, unless it has been started. */
export async function insertListing(cx: Inside, account: string): Promise<void> {
  const row = { account, listed_to: cx.now(), began_at: null, cursor: null, next_at: cx.now() }
  await cx.db
    .insertInto("session_listings")
    .values(row)
    .onConflict((conflict) => conflict.column("account").doNothing())
    .execute()
}

/** How far an account's sessions have been listed, or undefined. */
export function findListing(cx: Reading, account: string): Promise<SessionListingRow | undefined> {
  return cx.db.selectFrom("session_listings").selectAll().where("account", "=", account).executeTakeFirst()
}

/** Claims up to `limit` accounts whose sessions are due to be listed, and sets the next time of each to `nextAt`. */
export async function takeDueListings(
  cx: Inside,
  { limit, nextAt }: { limit: number; nextAt: number },
): Promise<{ account: string }[]> {
  const due = await cx.db
    .selectFrom("session_listings")
    .select("account")
    .where("next_at", "<=", cx.now())
    .orderBy("next_at")
    .limit(limit)
    .execute()
  if (due.length === 0) return due
  const accounts = due.map(({ account }) => account)
  await cx.db.updateTable("session_listings").set({ next_at: nextAt }).where("account", "in", accounts).execute()
  return due
}

/** Records how far a listing has come, unless another process has moved it on since `before` was read. */
export async function advanceListing(
  cx: Inside,
  before: SessionListingRow,
  set: Partial<Omit<SessionListingRow, "account">>,
): Promise<SessionListingRow | undefined> {
  const { account, cursor, listed_to } = before
  return cx.db
    .updateTable("session_listings")
    .set(set)
    .where("account", "=", account)
    .where("cursor", cursor === null ? "is" : "=", cursor)
    .where("listed_to", listed_to === null ? "is" : "=", listed_to)
    .returningAll()
    .executeTakeFirst()
}

/** Finds the purchases that sessions refer to, by their ids. */
export async function findReferences(
  cx: Reading,
  ids: readonly string[],
): Promise<Map<string, Pick<Purchase, "id" | "state" | "session_id">>> {
  if (ids.length === 0) return new Map()
  const rows = await cx.db
    .selectFrom("purchases")
    .select(["id", "state", "session_id"])
    .where("id", "in", ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
