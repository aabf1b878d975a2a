import assert from "node:assert/strict"
import { createPublicKey, verify } from "node:crypto"
import { Webhook } from "standardwebhooks"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { hookReceiver, type ReceivedHook, status } from "#test/support/stand-ins/hook-receiver.ts"
import { type HooksWorld, hooksWorld } from "#test/support/worlds/hooks-world.ts"
import { rotateEndpointSecret } from "../index.ts"

const seen = (hooks: readonly ReceivedHook[]) =>
  hooks.map(({ subject, body }) => `${subject}${JSON.parse(body).data.message}`)
const headersOf = ({ headers }: ReceivedHook) => headers as Record<string, string>

const attemptsOf = ({ app }: HooksWorld) =>
  app.database.read.selectFrom("webhook_attempts").selectAll().orderBy("began_at").execute()

const openOf = async ({ app }: HooksWorld) =>
  (await app.database.read.selectFrom("webhook_deliveries").selectAll().where("ended_at", "is", null).execute()).length

/** Verifies `v1a` as a receiver does: ed25519 over id, timestamp and raw body. */
function isSignedBy(publicKey: string, { headers, body }: ReceivedHook): boolean {
  const raw = Buffer.from(publicKey.slice("whpk_".length), "base64")
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw])
  const key = createPublicKey({ key: spki, format: "der", type: "spki" })
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  const found = String(headers["webhook-signature"])
    .split(" ")
    .find((one) => one.startsWith("v1a,"))
  return verify(null, Buffer.from(signed), key, Buffer.from(found?.slice(4) ?? "", "base64"))
}

onBothDatabases("every webhook passes the check of standardwebhooks, and of ed25519", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  const made = await at.confirmed()
  await at.happen("a")
  await at.settle()
  const [hook] = at.receiver.hooks
  assert.ok(hook)
  // The library reads the real clock, and the world's stands still.
  t.mock.timers.enable({ apis: ["Date"], now: at.clock.now() })
  new Webhook(made.secret).verify(hook.body, headersOf(hook))
  assert.ok(isSignedBy(made.publicKey, hook))
  assert.throws(() => new Webhook(made.secret).verify(`${hook.body} `, headersOf(hook)))
  const { data: _, ...head } = JSON.parse(hook.body)
  assert.deepEqual(head, {
    ...{ type: "webhook.test", timestamp: new Date(at.clock.now()).toISOString(), version: "2026-12-01" },
    ...{ id: hook.headers["webhook-id"], workspaceId: at.workspaceId, subject: "a", sequence: head.sequence },
  })
  assert.match(head.sequence, /^\d+\.0$/)
  assert.equal(hook.headers["content-type"], "application/json")
  assert.match(String(hook.headers["user-agent"]), /^Atelier-Webhooks\/1 \(\+http.*\/developers\/webhooks\)$/)
})

onBothDatabases("all tries of a webhook follow the schedule and have one id and the same bytes", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  await at.confirmed()
  at.receiver.answer = status(500)
  await at.happen("a")
  const waits: number[] = []
  let last = at.clock.now()
  for (let tries = 1; tries <= 10; tries += 1) {
    await at.settle()
    assert.equal(at.receiver.hooks.length, tries)
    waits.push((at.clock.now() - last) / 1_000)
    last = at.clock.now()
    const [head] = await at.app.database.read
      .selectFrom("webhook_deliveries")
      .select("due_at")
      .where("subject", "=", "a")
      .execute()
    if (head?.due_at == null) break
    at.clock.advance(head.due_at - at.clock.now() - 1)
    await at.settle()
    assert.equal(at.receiver.hooks.length, tries, "not a millisecond early")
    at.clock.advance(1)
  }
  const planned = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
  assert.equal(waits.length, planned.length)
  for (const [n, wait] of waits.entries()) {
    const plan = planned[n] ?? 0
    assert.ok(wait >= plan * 0.8 && wait <= plan * 1.2, `wait ${n}: ${wait} s`)
  }
  assert.equal(new Set(at.receiver.hooks.map(({ body, id }) => id + body)).size, 1)
  assert.equal(new Set(at.receiver.hooks.map(({ headers }) => headers["webhook-id"])).size, 1)
  assert.equal(await openOf(at), 0)
})

onBothDatabases("a subject's events arrive in order, and a failing subject delays no other", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  await at.confirmed()
  at.receiver.answer = (response, { subject }) => status(subject === "a" ? 500 : 200)(response, hookOf(subject))
  for (let n = 0; n < 5; n += 1) for (const subject of ["a", "b", "c"]) await at.happen(subject, n)
  await at.settle()
  const of = (subject: string) => seen(at.receiver.hooks).filter((one) => one.startsWith(subject))
  assert.deepEqual(of("b"), ["b0", "b1", "b2", "b3", "b4"])
  assert.deepEqual(of("c"), ["c0", "c1", "c2", "c3", "c4"])
  assert.deepEqual(of("a"), ["a0"])
  at.receiver.answer = status(200)
  at.clock.advance(7_000)
  await at.settle()
  assert.deepEqual(of("a"), ["a0", "a0", "a1", "a2", "a3", "a4"])
  const timesSent = (await attemptsOf(at)).length
  await at.settle()
  assert.equal((await attemptsOf(at)).length, timesSent, "nothing is sent twice")
})

onBothDatabases("Retry-After in seconds or as a date delays the next try, for a day at most", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  await at.confirmed()
  const rests = async (code: number, header: string | undefined) => {
    at.receiver.answer = status(code, header === undefined ? {} : { "retry-after": header })
    await at.happen(`x${code}${header}`)
    await at.settle()
    const row = await at.app.database.read
      .selectFrom("webhook_endpoints")
      .select("rests_until")
      .executeTakeFirstOrThrow()
    const rest = ((row.rests_until ?? at.clock.now()) - at.clock.now()) / 1_000
    const before = at.receiver.hooks.length
    await at.happen("y")
    await at.settle()
    assert.equal(at.receiver.hooks.length, before + (rest > 0 ? 0 : 1), `rests after ${code} ${header}`)
    at.receiver.answer = status(200)
    at.clock.advance(rest * 1_000 + 200 * 3_600_000)
    await at.settle()
    return rest
  }
  assert.equal(await rests(429, "120"), 120)
  assert.equal(await rests(503, new Date(at.clock.now() + 90_000).toUTCString()), 90)
  assert.equal(await rests(503, "9999999"), 86_400)
  assert.equal(await rests(502, undefined), 30)
  for (const no of ["soon", "1.5", "-5"]) assert.equal(await rests(504, no), 30)
  assert.equal(await rests(500, "120"), 0)
  assert.equal(await openOf(at), 0)
})

onBothDatabases(
  "an endpoint gets nothing before its first successful test, and later events after it",
  async (t, kind) => {
    const at = await hooksWorld(t, kind)
    const other = await hookReceiver(t)
    await at.confirmed()
    const { id } = await at.make({ url: `${at.receiver.url}/second` })
    await at.happen("a", 1)
    await at.settle()
    assert.deepEqual(seen(at.receiver.hooks), ["a1"], "only the confirmed endpoint gets it")
    at.receiver.answer = status(500)
    await at.test(id)
    await at.settle()
    await at.happen("a", 2)
    await at.settle()
    at.receiver.answer = status(200)
    at.clock.advance(7_000)
    await at.settle()
    const before = at.receiver.hooks.length
    await at.happen("a", 3)
    await at.settle()
    assert.deepEqual(
      seen(at.receiver.hooks.slice(before)),
      ["a3", "a3"],
      "both get what happened after the test arrived",
    )
    const attempts = await attemptsOf(at)
    const events = await at.app.database.read.selectFrom("events").select(["id", "data"]).execute()
    const got = attempts.filter(({ endpoint_id }) => endpoint_id === id).map(({ event_id }) => JSON.parse(events.find((one) => one.id === event_id)?.data ?? "").message) // biome-ignore format: one thought
    assert.deepEqual(got, ["Hello.", "Hello.", "3"])
    assert.equal(other.hooks.length, 0)
  },
)

onBothDatabases("after a rotation both secrets verify for 24 hours", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  const { id, secret: old } = await at.confirmed()
  const { secret } = await at.act("admin", rotateEndpointSecret, { id })
  t.mock.timers.enable({ apis: ["Date"], now: at.clock.now() })
  const isVerified = (by: string) => {
    const hook = at.receiver.hooks.at(-1)
    assert.ok(hook)
    try {
      new Webhook(by).verify(hook.body, headersOf(hook))
      return true
    } catch {
      return false
    }
  }
  await at.happen("a")
  await at.settle()
  assert.deepEqual([isVerified(secret), isVerified(old)], [true, true])
  at.clock.advance(86_400_000)
  t.mock.timers.setTime(at.clock.now())
  await at.happen("b")
  await at.settle()
  assert.deepEqual([isVerified(secret), isVerified(old)], [true, false])
})

const hookOf = (subject: string): ReceivedHook => ({ headers: {}, body: "", id: "", type: "", subject })
