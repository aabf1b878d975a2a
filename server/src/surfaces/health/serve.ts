import { setTimeout as sleep } from "node:timers/promises"
import type { FastifyPluginAsync } from "fastify"
import type { App } from "#access/perform.ts"
import { ServiceError } from "#kernel/error.ts"

/** Where the process is in its life; main changes it. */
export interface Lifecycle {
  phase: "starting" | "serving" | "stopping"
}

const patienceMs = 2_000

/**
 * Whether the process lives (`/api/health`: restart it when this fails) and whether it can serve (`/api/health/ready`:
 * send it no requests while this answers 503).
 */
export function healthSurface(app: App, lifecycle: Lifecycle): FastifyPluginAsync {
  return async (server) => {
    server.addHook("onSend", async (_request, reply) => {
      reply.header("cache-control", "no-store")
    })
    server.get("/api/health", { config: { endpointId: "health" } }, async () => ({ status: "ok" }))
    server.get("/api/health/ready", { config: { endpointId: "ready" } }, async () => {
      if (lifecycle.phase !== "serving") throw notReady(`The service is ${lifecycle.phase}.`)
      if (!(await answers(app.database.ping()))) throw notReady("The database does not answer.")
      return { status: "ready" }
    })
  }
}

async function answers(ping: Promise<void>): Promise<boolean> {
  const inTime = new AbortController()
  const tooLate = sleep(patienceMs, false, { signal: inTime.signal }).catch(() => false)
  try {
    return await Promise.race([ping.then(() => true), tooLate])
  } catch {
    return false
  } finally {
    inTime.abort()
  }
}

const notReady = (message: string) =>
  new ServiceError("internal_error", message, { status: 503, hint: "Try again in a moment.", retryAfterSeconds: 5 })
