import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"
import type { Purchase } from "../purchases/index.ts"

export type ListingRow = Selectable<Schema["checkout_session_listings"]>

export async function insertListing(cx: Inside, processorAccount: string): Promise<void> {
  const row = {
    processor_account: processorAccount,
    listed_to: cx.now(),
    began_at: null,
    cursor: null,
    next_at: cx.now(),
  }
  await cx.db
    .insertInto("checkout_session_listings")
    .values(row)
    .onConflict((conflict) => conflict.column("processor_account").doNothing())
    .execute()
}

export async function startEventListings(cx: Inside): Promise<void> {
  const missing = await cx.db
    .selectFrom("checkout_session_listings")
    .select("processor_account")
    .where("processor_account", "not in", (known) => known.selectFrom("event_listings").select("processor_account"))
    .execute()
  for (const { processor_account } of missing) {
    const row = { processor_account, next_at: cx.now(), missed: 0 }
    await cx.db
      .insertInto("event_listings")
      .values(row)
      .onConflict((conflict) => conflict.column("processor_account").doNothing())
      .execute()
  }
}

/** The cursor of each processor account's listing. Both tables have these columns. */
export type Listings = ReturnType<typeof listingsIn>

export const checkoutSessionListings = listingsIn("checkout_session_listings")
export const eventListings = listingsIn("event_listings")

const listingColumns = ["processor_account", "listed_to", "began_at", "cursor", "next_at"] as const

function listingsIn(name: "checkout_session_listings" | "event_listings") {
  const table = name as "checkout_session_listings"
  return {
    find: (cx: Reading, processorAccount: string): Promise<ListingRow | undefined> =>
      cx.db
        .selectFrom(table)
        .select(listingColumns)
        .where("processor_account", "=", processorAccount)
        .executeTakeFirst(),

    /** Claims up to `limit` accounts that are due to be listed, and sets the next time of each to `nextAt`. */
    takeDue: (cx: Inside, claim: Claim): Promise<{ processor_account: string }[]> => takeDue(cx, table, claim),

    /** Moves a listing's cursor, unless another process has moved it since `before` was read. */
    async advance(
      cx: Inside,
      { processor_account, cursor, listed_to }: ListingRow,
      set: Partial<Omit<ListingRow, "processor_account">>,
    ): Promise<ListingRow | undefined> {
      return cx.db
        .updateTable(table)
        .set(set)
        .where("processor_account", "=", processor_account)
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

async function takeDue(cx: Inside, table: "checkout_session_listings", { limit, nextAt }: Claim) {
  const due = await cx.db
    .selectFrom(table)
    .select("processor_account")
    .where("next_at", "<=", cx.now())
    .orderBy("next_at")
    .limit(limit)
    .execute()
  if (due.length === 0) return due
  const processorAccounts = due.map((row) => row.processor_account)
  await cx.db.updateTable(table).set({ next_at: nextAt }).where("processor_account", "in", processorAccounts).execute()
  return due
}

export async function findReferences(
  cx: Reading,
  ids: readonly string[],
): Promise<Map<string, Pick<Purchase, "id" | "state" | "checkout_session_id">>> {
  if (ids.length === 0) return new Map()
  const rows = await cx.db
    .selectFrom("purchases")
    .select(["id", "state", "checkout_session_id"])
    .where("id", "in", ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
