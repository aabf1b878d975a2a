import { giftCodeMac, joinedCodeMac } from "#domains/handover/gift-codes/gift-code.ts"
import { countUnits } from "#domains/handover/offers/stock-store.ts"
import { newId } from "#kernel/ids.ts"
import type { Schema } from "#storage/schema.ts"
import type { World } from "../worlds/world.ts"

/** The rows of an offer. */
export interface TillRows {
  /** Adds a gift code for the offer; returns its id. */
  addGiftCode(code: string, values?: Partial<Schema["gift_codes"]>): Promise<string>
  purchases(): Promise<Schema["purchases"][]>
  giftCode(id: string): Promise<Schema["gift_codes"]>
  stock(): Promise<{ units_taken: number; stock_limit: number | null }>
}

/** Reads and writes the rows of one offer, without the rules. */
export function tillRows(studio: World, offerId: string): TillRows {
  const { database } = studio.app
  const { workspaceId } = studio
  return {
    addGiftCode: (code, values = {}) => {
      const row = { ...giftCodeRow(studio, code), offer_id: offerId, ...values }
      return database.transaction(async (db) => {
        await db.insertInto("gift_codes").values(row).execute()
        return row.id
      })
    },
    purchases: () =>
      database.read
        .selectFrom("purchases")
        .selectAll()
        .where("offer_id", "=", offerId)
        .orderBy("created_at")
        .orderBy("id")
        .execute(),
    giftCode: (id) => database.read.selectFrom("gift_codes").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    stock: async () => {
      const offer = database.read.selectFrom("offers").select(["units_taken", "stock_limit"]).where("id", "=", offerId)
      const { units_taken, stock_limit } = await offer.executeTakeFirstOrThrow()
      if (stock_limit !== null) return { units_taken, stock_limit }
      const units = await countUnits({ db: database.read, now: Date.now, workspaceId }, [offerId])
      return { units_taken: units.get(offerId)?.taken ?? 0, stock_limit }
    },
  }
}

function giftCodeRow({ app, workspaceId }: World, code: string): Schema["gift_codes"] {
  return {
    id: newId("gift"),
    workspace_id: workspaceId,
    offer_id: null,
    code_mac: giftCodeMac(app.keyring, code),
    joined_mac: joinedCodeMac(app.keyring, code),
    code_sealed: "",
    kind: "amount",
    currency: "usd",
    balance_cents: 500,
    held_cents: 0,
    spent_cents: 0,
    max_uses: null,
    uses: 0,
    starts_at: null,
    expires_at: null,
    disabled_at: null,
    created_at: app.now(),
  }
}
