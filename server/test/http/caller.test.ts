import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { describe, test } from "node:test"
import type { Caller } from "#access/context.ts"
import type { App } from "#access/perform.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import { type HttpWorld, httpTill } from "#test/support/worlds/http-world.ts"

/** Signs a person in and returns their browser's cookie header. */
async function sessionOf({ app }: HttpWorld, caller: Caller | string): Promise<{ cookie: string }> {
  const token = newSecret("session")
  const times = { created_at: app.now(), last_seen_at: app.now(), expires_at: app.now() + 86_400_000 }
  await app.database.transaction(async (db) => {
    const accountId = typeof caller !== "string" && caller.kind === "person" ? caller.accountId : newId("account")
    if (typeof caller === "string") {
      const account = { id: accountId, email: caller, name: null, created_at: app.now() }
      await db.insertInto("accounts").values(account).execute()
    }
    const session = { id: newId("session"), hash: hashSecret(token), account_id: accountId, label: "A test", ...times }
    await db.insertInto("sessions").values(session).execute()
  })
  return { cookie: `session=${token}` }
}

describe("the API and its callers", () => {
  test("200 for every caller: isSignedIn and isOwnWorkspace describe the caller", async (t) => {
    const world = await httpTill(t)
    const lookup = async (headers: Record<string, string> = {}) => {
      const { status, body } = await world.get(world.pay, headers)
      assert.equal(status, 200)
      return [body.isSignedIn, body.isOwnWorkspace]
    }
    assert.deepEqual(await lookup(), [false, false])
    assert.deepEqual(await lookup(await sessionOf(world, world.callers.stranger)), [true, false])
    assert.deepEqual(await lookup(await sessionOf(world, world.callers.viewer)), [true, true])
    assert.deepEqual(await lookup({ cookie: `session=${newSecret("session")}` }), [false, false])
    assert.deepEqual(await lookup({ cookie: "session=x; a=b" }), [false, false])
  })

  test("200 with the delivery link for a person with the buyer's address, the claim page for others", async (t) => {
    const world = await httpTill(t)
    const { sessionId = "" } = await world.checkout({ buyerEmail: "bo@example.com" })
    await world.sandbox.pay(sessionId, { card: "4242424242424242" })
    await world.verify(sessionId)
    const again = async (headers: Record<string, string>) => {
      const { body } = await world.post(`${world.pay}/checkout`, { buyerEmail: "Bo@Example.com" }, headers)
      assert.equal(body.alreadyOwned, true)
      return new URL(body.deliveryUrl).pathname.split("/")[1]
    }
    assert.equal(await again({}), "claim")
    assert.equal(await again(await sessionOf(world, "eve@example.com")), "claim")
    assert.equal(await again(await sessionOf(world, "bo@example.com")), "delivery")
  })

  test("200 separately for two callers with the same Idempotency-Key", async (t) => {
    const world = await httpTill(t)
    const key = { "idempotency-key": randomUUID() }
    const checkout = (email: string, headers = {}) =>
      world.post(`${world.pay}/checkout`, { buyerEmail: email }, { ...key, ...headers })
    const nobody = await checkout("bo@example.com")
    const ada = await sessionOf(world, world.callers.owner)

    const hers = await checkout("ada@example.com", ada)
    assert.equal(hers.status, 200)
    assert.notEqual(hers.body.sessionId, nobody.body.sessionId)
    const replayed = await checkout("ada@example.com", ada)
    assert.equal(replayed.headers["idempotent-replayed"], "true")
    assert.deepEqual(replayed.bytes, hers.bytes)
    assert.equal((await checkout("ada@example.com")).status, 409)
  })

  test("200 without a credential header for other origins, cookie or not", async (t) => {
    const world = await httpTill(t)
    const session = await sessionOf(world, world.callers.owner)
    const { headers } = await world.get(world.pay, { ...session, origin: "https://evil.example" })
    assert.equal(headers["access-control-allow-origin"], "*")
    assert.equal(headers["access-control-allow-credentials"], undefined)
  })

  test("200 without a session query when there is no cookie, or only other cookies", async (t) => {
    let queries = 0
    const counted = (app: App): App => {
      const { read } = app.database
      const executeQuery: typeof read.executeQuery = (...args) => {
        queries += 1
        return read.executeQuery(...args)
      }
      const selects = { selectFrom: read.selectFrom.bind(read), selectNoFrom: read.selectNoFrom.bind(read) }
      const counting = { ...selects, getExecutor: () => read.getExecutor(), executeQuery }
      return { ...app, database: { ...app.database, read: counting } }
    }
    const world = await httpTill(t, { change: counted })
    for (const headers of [{}, { cookie: "theme=dark" }] as Record<string, string>[]) {
      queries = 0
      assert.equal((await world.get(world.pay, headers)).status, 200)
      assert.equal(queries, 1)
    }
    queries = 0
    const session = await sessionOf(world, world.callers.owner)
    await world.get(world.pay, session)
    assert.equal(queries, 2)
  })
})
