import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import type { TestContext } from "node:test"
import { sealedAnswers } from "#access/idempotency/idempotency-store.ts"
import { type App, perform, systemContext } from "#access/perform.ts"
import { readSettings } from "#config/settings.ts"
import { refreshTokens } from "#domains/connections/index.ts"
import { createGiftCode, listGiftCodes } from "#domains/handover/index.ts"
import { attachDomain, recheckDomains } from "#domains/workspaces/index.ts"
import { resealAll } from "#engines/jobs/reseal-store.ts"
import { sealedColumns } from "#engines/jobs/sealed-columns.ts"
import { openKeyring } from "#kernel/keyring.ts"
import { admitKeys } from "#storage/secret-keys.ts"
import { openHttp } from "#surfaces/http.ts"
import { clientId, connect, issuedOf } from "#test/support/agents/connect.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { dispatch } from "#test/support/http/dispatch.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { type HttpTill, httpTill } from "#test/support/worlds/http-world.ts"
import { silentLog, type World, world, worldSecret } from "#test/support/worlds/world.ts"

const newSecret = "a newer secret of thirty-two characters and more"
const buyerEmail = "bo@example.com"

/** The same installation with rotated keys: a new one before the old one, or only the new one. */
const rotatedApp = (app: App): App => ({ ...app, keyring: openKeyring(newSecret, worldSecret) })
const newKeyApp = (app: App): App => ({ ...app, keyring: openKeyring(newSecret) })

interface Sent {
  body?: object
  headers?: Record<string, string>
}

/** A server over the same database with other keys. */
async function serve(t: TestContext, app: App) {
  const server = await openHttp({ app: { ...app }, settings: readSettings({}), log: silentLog })
  t.after(() => server.close())
  return async (method: "GET" | "POST", url: string, { body, headers = {} }: Sent = {}) => {
    const payload = body && { payload: JSON.stringify(body) }
    const sent = { accept: "application/json", ...(body && { "content-type": "application/json" }), ...headers }
    return dispatch(server, { method, url: url.replace("http://localhost:3000", ""), headers: sent, ...payload })
  }
}

async function paidInBrowser({ post, pay, sandbox }: HttpTill) {
  const { body: session } = await post(`${pay}/checkout`, { buyerEmail })
  await sandbox.pay(session.sessionId, { card: "4242424242424242" })
  const { body, headers } = await post(`${pay}/verify`, { sessionId: session.sessionId })
  const cookie = [headers["set-cookie"]].flat().map((line) => String(line).split(";")[0])
  return { deliveryUrl: body.deliveryUrl as string, cookie: cookie.join("; ") }
}

onBothDatabases("a delivery link and a buyer's cookie from before a rotation still work", async (t, kind) => {
  const till = await httpTill(t, { kind })
  const { deliveryUrl, cookie } = await paidInBrowser(till)
  const ask = await serve(t, rotatedApp(till.app))

  const delivery = await ask("GET", deliveryUrl)
  assert.equal(delivery.statusCode, 200)
  const [file] = delivery.json().files
  assert.equal((await ask("GET", file.url)).statusCode, 200, "and the address of a file is signed again")

  const again = await ask("POST", `${till.pay}/checkout`, { body: { buyerEmail }, headers: { cookie } })
  assert.match(again.json().deliveryUrl, /\/delivery\//, "the browser that paid is known")
  const alone = await serve(t, newKeyApp(till.app))
  assert.equal((await alone("GET", deliveryUrl)).statusCode, 404, "without the old key the link is unknown")
})

onBothDatabases("a request with a key from before a rotation gets its first answer", async (t, kind) => {
  const till = await httpTill(t, { kind })
  await perform({ app: till.app, caller: till.callers.admin }, createGiftCode, {
    code: "GIFT-FOR-EVERYBODY-1",
    kind: "full",
  })
  const wish = { code: "GIFT-FOR-EVERYBODY-1", buyerEmail }
  const key = { "idempotency-key": randomUUID() }
  const first = await till.post(`${till.pay}/gift`, wish, key)
  assert.equal(first.status, 200)
  const ask = await serve(t, rotatedApp(till.app))

  const again = await ask("POST", `${till.pay}/gift`, { body: wish, headers: key })
  assert.equal(again.statusCode, 200)
  assert.deepEqual(again.json(), first.body)
  assert.equal(
    (await ask("POST", `${till.pay}/gift`, { body: { ...wish, code: "OTHER" }, headers: key })).statusCode,
    409,
  )
  assert.equal((await till.purchases()).length, 1)
})

onBothDatabases(
  "a gift code is found by its old MAC, re-sealed, and then found without the old key",
  async (t, kind) => {
    const till = await httpTill(t, { kind })
    const code = "GIFT-OF-EARLIER-TIMES"
    const gift = { code, kind: "amount", balanceCents: 500, currency: "usd" } as const
    await perform({ app: till.app, caller: till.callers.admin }, createGiftCode, gift)
    const rotated = rotatedApp(till.app)
    const alone = newKeyApp(till.app)
    const takes = async (app: App) =>
      (await (await serve(t, app))("POST", `${till.pay}/gift`, { body: { code } })).statusCode

    assert.equal(await takes(rotated), 200)
    assert.equal(await takes(alone), 404)
    await assert.rejects(perform({ app: rotated, caller: till.callers.admin }, createGiftCode, gift), {
      code: "conflict",
    })

    await admitKeys(till.app, sealedColumns)
    await admitKeys(rotated, sealedColumns)
    await assert.rejects(admitKeys(alone, sealedColumns), /SVC_SECRET_KEY lacks the key .* still sealed/)
    await resealAll(systemContext(rotated), sealedColumns)
    await admitKeys(alone, sealedColumns)
    assert.equal(await takes(alone), 200)
    assert.equal((await perform({ app: alone, caller: till.callers.admin }, listGiftCodes, {})).items[0]?.code, code)
    await assert.rejects(admitKeys(till.app, sealedColumns), /is not the key that this database was made with/)
  },
)

onBothDatabases("a refresh token exchanged before a rotation is repeated with the same successor", async (t, kind) => {
  const studio = await world(t, kind)
  const { refreshToken } = await connect(studio, studio.callers.member)
  const presented = { refreshToken, clientId, scopes: undefined, requestId: "test" }
  const first = issuedOf(await refreshTokens(studio.cx, presented))
  const cx = systemContext(rotatedApp(studio.app))

  const again = issuedOf(await refreshTokens(cx, presented))
  assert.equal(again.refreshToken, first.refreshToken)
  const next = issuedOf(await refreshTokens(cx, { ...presented, refreshToken: first.refreshToken }))
  const last = issuedOf(await refreshTokens(cx, { ...presented, refreshToken: first.refreshToken }))
  assert.equal(last.refreshToken, next.refreshToken)
})

onBothDatabases("a domain stays attached by a claim from before a rotation", async (t, kind) => {
  const dns = await dnsServer(t)
  const studio = await world(t, kind, { dnsServers: [dns.address] })
  const attach = (app: App) =>
    perform({ app, caller: studio.callers.admin }, attachDomain, { domain: "go.example.com" })
  for (const { name, value } of (await attach(studio.app)).domain.records) dns.answer("TXT", name, [value])
  studio.clock.advance(3_600_000)
  const rotated = rotatedApp(studio.app)

  assert.deepEqual((await attach(rotated)).missing, [])
  studio.clock.advance(25 * 3_600_000)
  await recheckDomains(systemContext(rotated))
  assert.equal((await attach(rotated)).domain.state, "attached")
  assert.deepEqual((await attach(newKeyApp(studio.app))).missing, ["_svc-claim.go.example.com"])
})

onBothDatabases("a workspace's sealed texts are re-sealed, in batches; nothing else changes", async (t, kind) => {
  const studio: World & { kind: DatabaseKind } = { ...(await world(t, kind)), kind }
  for (let at = 0; at < 103; at += 1) {
    await perform({ app: studio.app, caller: studio.callers.admin }, createGiftCode, { kind: "full" })
  }
  const codes = async (app: App) => {
    const { items } = await perform({ app, caller: studio.callers.admin }, listGiftCodes, { limit: 100 })
    return items.map(({ code }) => code)
  }
  const before = await codes(studio.app)
  await resealAll(systemContext(rotatedApp(studio.app)), sealedColumns)
  assert.deepEqual(await codes(newKeyApp(studio.app)), before)
})

onBothDatabases("a key that does not open texts from before key ids is refused", async (t, kind) => {
  const { app } = await world(t, kind)
  const { purpose, place } = sealedAnswers
  const [, answer] = app.keyring.seal(purpose, place("old"), "{}").split(".")
  const row = { id: "old", fingerprint: "", lease_until: null, run: 1, answer: answer ?? "", created_at: app.now() }
  await app.database.transaction((db) => db.insertInto("idempotency_keys").values(row).execute())

  await assert.rejects(admitKeys(newKeyApp(app), sealedColumns), /^Error: SVC_SECRET_KEY is not the key/)
  await admitKeys(rotatedApp(app), sealedColumns)
})
