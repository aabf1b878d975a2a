import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"
import type { Purchase } from "../purchases/index.ts"

export type ListingRow = Selectable<Schema["session_listings"]>

export async function insertListing(cx: Inside, account: string): Promise<void> {
  const row = { account, listed_to: cx.now(), began_at: null, cursor: null, next_at: cx.now() }
  await cx.db
    .insertInto("session_listings")
    .values(row)
    .onConflict((conflict) => conflict.column("account").doNothing())
    .execute()
}

export async function startEventListings(cx: Inside): Promise<void> {
  const missing = await cx.db
    .selectFrom("session_listings")
    .select("account")
    .where("account", "not in", (known) => known.selectFrom("event_listings").select("account"))
    .execute()
  for (const { account } of missing) {
    const row = { account, next_at: cx.now(), missed: 0 }
    await cx.db
      .insertInto("event_listings")
      .values(row)
      .onConflict((conflict) => conflict.column("account").doNothing())
      .execute()
  }
}

/** The cursor of each account's listing. Both tables have these columns. */
export type Listings = ReturnType<typeof listingsIn>

export const checkoutSessionListings = listingsIn("session_listings")
export const eventListings = listingsIn("event_listings")

const listingColumns = ["account", "listed_to", "began_at", "cursor", "next_at"] as const

function listingsIn(name: "session_listings" | "event_listings") {
  const table = name as "session_listings"
  return {
    find: (cx: Reading, account: string): Promise<ListingRow | undefined> =>
      cx.db.selectFrom(table).select(listingColumns).where("account", "=", account).executeTakeFirst(),

    /** Claims up to `limit` accounts that are due to be listed, and sets the next time of each to `nextAt`. */
    takeDue: (cx: Inside, claim: Claim): Promise<{ account: string }[]> => takeDue(cx, table, claim),

    /** Moves a listing's cursor, unless another process has moved it since `before` was read. */
    async advance(
      cx: Inside,
      { account, cursor, listed_to }: ListingRow,
      set: Partial<Omit<ListingRow, "account">>,
    ): Promise<ListingRow | undefined> {
      return cx.db
        .updateTable(table)
        .set(set)
        .where("account", "=", account)
        .where("cursor", cursor === null ? "is" : "=", cursor)
        .where("listed_to", listed_to === null ? "is" : "=", listed_to)
        .returning(listingColumns)
        .executeTakeFirst()
    },
  }
}

interface Claim {
  limit: number
  nextAt: number
}

async function takeDue(cx: Inside, table: "session_listings", { limit, nextAt }: Claim) {
  const due = await cx.db
    .selectFrom(table)
    .select("account")
    .where("next_at", "<=", cx.now())
    .orderBy("next_at")
    .limit(limit)
    .execute()
  if (due.length === 0) return due
  const accounts = due.map(({ account }) => account)
  await cx.db.updateTable(table).set({ next_at: nextAt }).where("account", "in", accounts).execute()
  return due
}

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
