import assert from "node:assert/strict"
import { test } from "node:test"
import Fastify from "fastify"
import type { App } from "#access/perform.ts"
import { answerWithEnvelope } from "#surfaces/error-envelope.ts"
import { silentLog } from "#test/support/world.ts"
import { healthSurface, type Lifecycle } from "./serve.ts"

async function opened(ping: () => Promise<void>) {
  const lifecycle: Lifecycle = { phase: "serving" }
  const server = Fastify()
  server.setErrorHandler(answerWithEnvelope(silentLog))
  await server.register(healthSurface({ database: { ping } } as App, lifecycle))
  return { lifecycle, get: (url: string) => server.inject({ url }) }
}

test("200 while the process lives and the database answers", async () => {
  const { get } = await opened(async () => {})
  for (const url of ["/api/health", "/api/health/ready"]) {
    const response = await get(url)
    assert.equal(response.statusCode, 200)
    assert.equal(response.headers["cache-control"], "no-store")
  }
})

test("503 from ready when the database fails; the process still lives", async () => {
  const { get } = await opened(() => Promise.reject(new Error("connect ECONNREFUSED")))
  const response = await get("/api/health/ready")
  assert.equal(response.statusCode, 503)
  assert.equal(response.headers["retry-after"], "5")
  assert.deepEqual(response.json().error.message, "The database does not answer.")
  assert.equal((await get("/api/health")).statusCode, 200)
})

test("503 from ready when the database hangs", { timeout: 5_000 }, async () => {
  const { get } = await opened(() => new Promise(() => {}))
  assert.equal((await get("/api/health/ready")).statusCode, 503)
})

test("503 from ready while the process stops, without asking the database", async () => {
  const { get, lifecycle } = await opened(() => assert.fail("not asked"))
  lifecycle.phase = "stopping"
  const response = await get("/api/health/ready")
  assert.equal(response.statusCode, 503)
  assert.equal(response.json().error.code, "internal_error")
})

test("503 from ready while the process starts; it lives already", async () => {
  const { get, lifecycle } = await opened(() => assert.fail("not asked"))
  lifecycle.phase = "starting"
  assert.equal((await get("/api/health/ready")).statusCode, 503)
  assert.equal((await get("/api/health")).statusCode, 200)
})
