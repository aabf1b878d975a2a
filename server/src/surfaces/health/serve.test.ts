import assert from "node:assert/strict"
import { test } from "node:test"
import Fastify from "fastify"
import type { App } from "#access/perform.ts"
import type { Log } from "#kernel/log.ts"
import { answerWithEnvelope } from "#surfaces/transport/error-envelope.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { healthSurface, type Lifecycle } from "./serve.ts"

async function opened(checkWritable: () => Promise<void>) {
  const lifecycle: Lifecycle = { phase: "serving" }
  const lines: string[] = []
  const log: Log = {
    info: (_fields, message) => lines.push(`info ${message}`),
    warn: (_fields, message) => lines.push(`warn ${message}`),
    error: (_fields, message) => lines.push(`error ${message}`),
  }
  const server = Fastify()
  server.setErrorHandler(answerWithEnvelope(log))
  await server.register(healthSurface({ database: { checkWritable } as App["database"], log }, lifecycle))
  return { lifecycle, lines, get: (url: string) => server.inject({ url }) }
}

test("200 while the process lives and the database can be written", async () => {
  const { get, lines } = await opened(async () => {})
  for (const url of ["/api/health", "/api/health/ready"]) {
    const response = await get(url)
    assert.equal(response.statusCode, 200)
    assert.equal(response.headers["cache-control"], "no-store")
  }
  assert.deepEqual(lines, [])
})

test("ready answers 503, and serving 200, when the database cannot be written", async () => {
  const { get } = await opened(() => Promise.reject(new Error("connect ECONNREFUSED")))
  const response = await get("/api/health/ready")
  assert.equal(response.statusCode, 503)
  assert.equal(response.headers["retry-after"], "5")
  assert.match(String(response.headers["content-type"]), /^application\/json; charset=utf-8$/)
  assert.deepEqual(response.json().error, {
    code: "internal_error",
    message: "The database cannot be written.",
    hint: "Try again in a moment.",
  })
  for (const url of ["/api/health", "/api/health/serving"]) assert.equal((await get(url)).statusCode, 200)
})

test("503 from ready when the database hangs", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] })
  const asked = Promise.withResolvers<void>()
  const { get } = await opened(() => {
    asked.resolve()
    return new Promise(() => {})
  })
  const answer = get("/api/health/ready")
  await asked.promise
  t.mock.timers.tick(2_000)
  assert.equal((await answer).statusCode, 503)
})

test("503 from ready and serving while the process stops, without asking the database", async () => {
  const { get, lifecycle } = await opened(() => assert.fail("not asked"))
  lifecycle.phase = "stopping"
  const response = await get("/api/health/ready")
  assert.equal(response.statusCode, 503)
  assert.equal(response.json().error.code, "internal_error")
  assert.equal((await get("/api/health/serving")).statusCode, 503)
})

test("503 from ready while the process starts, without an error in the log; the process already lives", async () => {
  const { get, lifecycle, lines } = await opened(() => assert.fail("not asked"))
  lifecycle.phase = "starting"
  assert.equal((await get("/api/health/ready")).statusCode, 503)
  assert.equal((await get("/api/health")).statusCode, 200)
  assert.deepEqual(lines, [])
})

test("the log reports once that ready turns to 503, and once that it turns back, for all requests", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] })
  let asked = 0
  let fault: Error | undefined = new Error("disk full")
  const { get, lines } = await opened(async () => {
    asked += 1
    if (fault) throw fault
  })
  const ask = async () => {
    const { statusCode } = await get("/api/health/ready")
    t.mock.timers.tick(600) // the cached result has expired
    return statusCode
  }
  const together = await Promise.all([get("/api/health/ready"), get("/api/health/ready"), get("/api/health/ready")])
  assert.deepEqual(valuesOf(together, "statusCode"), [503, 503, 503])
  assert.equal(asked, 1, "what is asked together is looked at once")
  assert.equal(await ask(), 503)
  assert.equal(asked, 1, "and is still known half a second later")
  assert.equal(await ask(), 503)
  fault = undefined
  assert.equal(await ask(), 200)
  assert.equal(await ask(), 200)
  assert.deepEqual(lines, [
    "warn The database cannot be written: not ready.",
    "info The database can be written again: ready.",
  ])
})
