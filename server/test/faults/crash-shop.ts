import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { TestContext } from "node:test"
import { perform } from "#access/perform.ts"
import { readSettings } from "#config/settings.ts"
import { createGiftCode } from "#domains/handover/index.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { insertMember, insertWorkspace, silentLog } from "#test/support/worlds/world.ts"
import { openApp } from "../../src/start/app.ts"
import type { Ground } from "./crash-child.ts"

export interface Shop {
  shortKey: string
  priceCents: number
  /** Codes of 500 minor units, one for each trial. */
  giftCodes: string[]
  fullGiftCode: string
  /** The processor's own records of a purchase. */
  checkoutSessionsOf(purchaseId: string): string[]
  chargesOf(purchaseId: string): number[]
  mails(): string[]
}

/** Adds an offer and two gift codes to the data of the crash servers. */
export async function stockShop(t: TestContext, ground: Ground): Promise<Shop> {
  const settings = readSettings({ SVC_DATA_DIR: ground.dataDir, SVC_DATABASE_URL: ground.databaseUrl })
  const app = await openApp(settings, silentLog)
  const workspaceId = await insertWorkspace(app, "studio", "Studio Ada")
  const owner = await insertMember(app, { workspaceId, slug: "studio" }, "owner")
  const callers = { owner, admin: owner, member: owner, viewer: owner, stranger: owner }
  const offer = await offerOnSale({ app, callers })
  const giftCodes = Array.from({ length: 60 }, (_, n) => `CRASH-AMOUNT-${n}`)
  for (const code of giftCodes) {
    const amount = { offerId: offer.id, kind: "amount", currency: "usd", balanceCents: 500, code }
    await perform({ app, caller: owner }, createGiftCode, amount)
  }
  await perform({ app, caller: owner }, createGiftCode, {
    offerId: offer.id,
    kind: "full",
    code: "CRASH-FULL-GIFT-CODE",
  })
  await app.close()

  const processor = new DatabaseSync(join(ground.dataDir, "sandbox.db"), { readOnly: true })
  t.after(() => processor.close())
  const sessions = (purchaseId: string) =>
    processor.prepare("select id, payment, amount_cents from sessions where reference = ?").all(purchaseId)
  return {
    shortKey: offer.shortKey ?? "",
    priceCents: offer.priceCents,
    giftCodes,
    fullGiftCode: "CRASH-FULL-GIFT-CODE",
    checkoutSessionsOf: (purchaseId) => sessions(purchaseId).map(({ id }) => String(id)),
    chargesOf: (purchaseId) =>
      sessions(purchaseId)
        .filter(({ payment }) => payment === "paid")
        .map(({ amount_cents }) => Number(amount_cents)),
    mails: () => readMails(join(ground.dataDir, "outbox")),
  }
}

function readMails(outbox: string): string[] {
  return readdirSync(outbox).map((name) => readFileSync(join(outbox, name), "utf8"))
}
