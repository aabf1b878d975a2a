import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { setTimeout } from "node:timers/promises"
import Fastify from "fastify"
import { checkoutSessionRequest } from "#test/contracts/payments/contract-bench.ts"
import { world } from "#test/support/worlds/world.ts"
import { sandboxSurface } from "./serve.ts"

const notice = "Sandbox: no money moves."

async function openSurface(t: TestContext) {
  const { app, sandbox, clock } = await world(t)
  const server = Fastify()
  server.register(sandboxSurface(app, sandbox))
  t.after(() => server.close())
  const call = async (method: "GET" | "POST" | "DELETE", url: string, payload?: object) => {
    const response = await server.inject({ method, url, ...(payload && { payload }) })
    const body = response.json()
    assert.equal(body.notice, notice, "every answer says so")
    return { status: response.statusCode, body }
  }
  const { id } = await sandbox.openCheckoutSession({ id: "installation" }, checkoutSessionRequest(clock))
  return { sandbox, server, clock, call, id, pay: `/sandbox/sessions/${id}/pay` }
}

test("200 for a card that pays, with what to do next", async (t) => {
  const { sandbox, call, pay, id } = await openSurface(t)

  const { status, body } = await call("POST", pay, { card: "4242424242424242" })

  assert.equal(status, 200)
  assert.deepEqual(body, { status: "paid", message: "The payment succeeded.", next: "Verify the session.", notice })
  assert.equal((await sandbox.findCheckoutSession({ id: "installation" }, id))?.payment, "paid")
})

test("200 for the steps of a card that wants 3-D Secure", async (t) => {
  const { call, pay } = await openSurface(t)

  const first = await call("POST", pay, { card: "4000002500003155" })
  const second = await call("POST", pay, { action: "authenticate" })

  assert.deepEqual([first.status, first.body.status], [200, "needs_authentication"])
  assert.deepEqual([second.status, second.body.status], [200, "paid"])
})

test("402 for a declined card, with the reason, and the session stays open", async (t) => {
  const { call, pay } = await openSurface(t)

  const { status, body } = await call("POST", pay, { card: "4000000000009995" })

  assert.equal(status, 402)
  assert.equal(body.error.code, "invalid_request")
  assert.equal(body.declineCode, "insufficient_funds")
  assert.match(body.error.hint, /4242424242424242/)
  assert.equal((await call("POST", pay, { card: "4242424242424242" })).status, 200)
})

test("409 for a second payment, 404 for an unknown session", async (t) => {
  const { call, pay } = await openSurface(t)
  await call("POST", pay, { card: "4242424242424242" })

  assert.equal((await call("POST", pay, { card: "4242424242424242" })).status, 409)
  assert.equal((await call("POST", "/sandbox/sessions/cs_none/pay", { card: "4242424242424242" })).status, 404)
})

test("400 for neither card nor action, both, an unknown action, and an unknown fault", async (t) => {
  const { call, pay } = await openSurface(t)
  for (const body of [{}, { card: "4242424242424242", action: "settle" }, { action: "smile" }, { number: "4242" }]) {
    assert.equal((await call("POST", pay, body)).status, 400, JSON.stringify(body))
  }
  for (const body of [{}, { operation: "refund", kind: "lost" }, { operation: "webhook", kind: "timeout" }]) {
    assert.equal((await call("POST", "/sandbox/faults", body)).status, 400, JSON.stringify(body))
  }
})

test("200 for faults: planned, listed, met and cleared", async (t) => {
  const { sandbox, clock, call } = await openSurface(t)
  const planned = await call("POST", "/sandbox/faults", { operation: "openSession", kind: "timeout" })
  assert.equal(planned.status, 200)
  assert.equal(planned.body.faults.length, 1)
  await assert.rejects(sandbox.openCheckoutSession({ id: "installation" }, checkoutSessionRequest(clock)), {
    outcome: "unknown",
  })
  assert.deepEqual((await call("GET", "/sandbox/faults")).body.faults, [])

  const seeded = await call("POST", "/sandbox/faults", { seed: 1, calls: 100, rate: 0.5 })
  assert.ok(seeded.body.faults.length > 20)
  assert.deepEqual((await call("DELETE", "/sandbox/faults")).body.faults, [])
})

test("200 for the sandbox's catalogue", async (t) => {
  const { call } = await openSurface(t)

  const { status, body } = await call("GET", "/sandbox")

  assert.equal(status, 200)
  assert.equal(body.cards["4242424242424242"].does, "pays")
  assert.deepEqual(Object.keys(body.webhookFaults).length, 7)
})

test("webhooks are sent automatically only while the server listens", async (t) => {
  const { sandbox, server, call, pay } = await openSurface(t)
  await call("POST", pay, { card: "4242424242424242" })
  const attempts = () => sandbox.pendingWebhooks()[0]?.attempts
  await server.ready()
  assert.equal(attempts(), 0)
  await server.listen({ port: 0, host: "127.0.0.1" })
  // No server listens at this world's address, so the attempt is the only sign.
  while (attempts() === 0) await setTimeout(20)

  assert.equal(attempts(), 1)
})
