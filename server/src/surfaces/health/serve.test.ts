import assert from "node:assert/strict"
import { test } from "node:test"
import Fastify from "fastify"
import { world } from "#test/support/world.ts"
import { answerWithEnvelope } from "../error-envelope.ts"
import { healthSurface, type Lifecycle } from "./serve.ts"

test("a process lives from the first moment to the last, and is ready only in between", async (t) => {
  const { app } = await world(t)
  const lifecycle: Lifecycle = { phase: "starting" }
  const server = Fastify()
  server.setErrorHandler(answerWithEnvelope(app.log))
  server.register(healthSurface(app, lifecycle))
  const ask = async (path: string) => (await server.inject(path)).statusCode

  for (const [phase, ready] of [
    ["starting", 503],
    ["serving", 200],
    ["stopping", 503],
  ] as const) {
    lifecycle.phase = phase
    assert.deepEqual([await ask("/api/health"), await ask("/api/health/ready")], [200, ready], phase)
  }
})
