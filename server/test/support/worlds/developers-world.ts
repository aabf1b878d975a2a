import type { TestContext } from "node:test"
import { perform, systemContext } from "#access/perform.ts"
import { openDns } from "#adapters/dns/resolver.ts"
import { readSettings } from "#config/settings.ts"
import { addOfferFile, publishOffer, storeGiftCode } from "#domains/handover/index.ts"
import { demo } from "#start/demo/demo-data.ts"
import { reserveShortKey } from "#start/demo/demo-store.ts"
import { freePort } from "../http/free-port.ts"
import { draftOffer, upload } from "../selling/shop.ts"
import { dnsServer } from "../stand-ins/dns-server.ts"
import { type OAuthWorld, oauthWorld } from "./oauth-world.ts"

/** A listening service with a signed-in person, and with the offer and the gift codes of the guides' samples. */
export async function developersWorld(t: TestContext): Promise<OAuthWorld & { base: string }> {
  const port = await freePort()
  const base = `http://localhost:${port}`
  const settings = { SVC_BASE_URL: base }
  const dns = openDns([(await dnsServer(t)).address])
  const world = await oauthWorld(t, settings, (app) => ({ ...app, addresses: readSettings(settings).addresses, dns }))
  await sellDemo(world)
  await world.server.listen({ host: "localhost", port })
  return { ...world, base }
}

async function sellDemo(world: OAuthWorld): Promise<void> {
  const { app, callers, workspaceId } = world
  const cx = systemContext(app)
  const { id } = await draftOffer(world)
  await perform({ app, caller: callers.member }, addOfferFile, {
    offerId: id,
    fileId: await upload(world, "specimen.txt"),
  })
  await cx.atomically((cx) => reserveShortKey(cx, { id, workspaceId }, demo.shortKey))
  await perform({ app, caller: callers.member }, publishOffer, { id })
  const gift = { offerId: id, maxUses: null, startsAt: null, expiresAt: null }
  const amount = { kind: "amount", currency: "usd", balanceCents: 500, code: demo.amountCode } as const
  const full = { kind: "full", currency: null, balanceCents: 0, code: demo.fullCode } as const
  for (const code of [amount, full]) await storeGiftCode(cx, workspaceId, { ...gift, ...code })
}
