import { perform } from "#access/perform.ts"
import { addOfferFile, createOffer, publishOffer } from "#domains/handover/index.ts"
import { newId } from "#kernel/ids.ts"
import { toSearchText } from "#kernel/text/search-text.ts"
import type { Schema } from "#storage/schema.ts"
import { putDriveFile } from "../workspace/put-drive-file.ts"
import type { World } from "../worlds/world.ts"

/** The parts of a world that a seller needs. */
export interface Seller extends Pick<World, "app"> {
  readonly callers: Pick<World["callers"], "member">
}

/** Stores a small file in the workspace and returns its id. */
export async function upload({ app, callers }: Seller, name: string, text = `This is ${name}.`): Promise<string> {
  return (await putDriveFile(app, callers.member, { name, contentType: "text/plain", bytes: text })).id
}

/** A draft of USD 19.00 without files. */
export function draftOffer({ app, callers }: Seller, changes: object = {}) {
  return perform({ app, caller: callers.member }, createOffer, {
    title: "Type specimen",
    priceCents: 1900,
    currency: "usd",
    ...changes,
  })
}

/** An offer on sale for USD 19.00 with two files. */
export async function offerOnSale(studio: Seller, changes: object = {}) {
  const { app, callers } = studio
  const { id } = await draftOffer(studio, changes)
  for (const name of ["specimen.txt", "license.txt"]) {
    await perform({ app, caller: callers.member }, addOfferFile, { offerId: id, fileId: await upload(studio, name) })
  }
  return perform({ app, caller: callers.member }, publishOffer, { id })
}

/** The columns of a purchase that was only paid and handed over. */
const uneventful = {
  owner_key: null,
  checkout_key: null,
  request_key: null,
  gift_code_id: null,
  gift_state: null,
  unit_released_at: null,
  return_url: null,
  checkout_session_id: null,
  checkout_session_expires_at: null,
  network: null,
  takeover_lease_until: null,
  payment_id: null,
  refunded_cents: 0,
  dispute: null,
  reason: null,
  delivery_revoked_at: null,
  receipts_sent: 0,
  downloads: 0,
  downloaded_at: null,
  receipt_mailed_at: null,
  unsettled_since: null,
  poll_at: null,
  refund_tries: 0,
  settled_outside_at: null,
  note: null,
  noted_at: null,
  noted_by: null,
  refund_started_at: null,
  refund_started_by: null,
  refunded_at: null,
  disputed_at: null,
  dispute_ended_at: null,
  revoked_at: null,
  restored_at: null,
  traceparent: null,
  attempt: 1,
  delivery_generation: 1,
} as const

/** Inserts a fulfilled purchase of the offer, with `changes`. */
export async function insertPurchase(
  world: World,
  offer: { id: string; title: string; files: { key: string; fileId: string; name: string }[] },
  changes: Partial<Schema["purchases"]> = {},
): Promise<Schema["purchases"]> {
  const { app, workspaceId, clock } = world
  const files = offer.files.map(({ key, fileId, name }) => ({ key, fileId, name }))
  const terms = { licence: null, refundTerms: null, taxLine: null }
  const seller = { sellerName: "Studio Ada", sellerSlug: "studio" }
  const snapshot = { title: offer.title, description: null, terms, ...seller, files }
  const row: Schema["purchases"] = {
    ...uneventful,
    id: newId("purchase"),
    workspace_id: workspaceId,
    offer_id: offer.id,
    buyer_email: "bo@example.com",
    state: "fulfilled",
    price_cents: 1900,
    discount_cents: 0,
    amount_cents: 1900,
    currency: "usd",
    unit_taken_at: clock.now(),
    snapshot: JSON.stringify(snapshot),
    processor_id: null,
    processor_account: "installation",
    charged_cents: 1900,
    created_at: clock.now(),
    updated_at: clock.now(),
    opened_at: clock.now(),
    paid_at: clock.now(),
    fulfilled_at: clock.now(),
    ...changes,
    search_buyer: toSearchText(changes.buyer_email === undefined ? "bo@example.com" : (changes.buyer_email ?? "")),
  }
  await app.database.transaction(async (db) => {
    await db.insertInto("purchases").values(row).execute()
    if (row.unit_taken_at === null) return
    const taken = db.updateTable("offers").set((unit) => ({ units_taken: unit("units_taken", "+", 1) }))
    await taken.where("id", "=", offer.id).where("stock_limit", "is not", null).execute()
  })
  return row
}
