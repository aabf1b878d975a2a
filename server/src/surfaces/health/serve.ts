import type { FastifyPluginAsync, FastifyReply } from "fastify"
import type { App } from "#access/perform.ts"
import { ServiceError } from "#kernel/error.ts"
import { inTime } from "#kernel/time/in-time.ts"
import { envelopeOf } from "../transport/error-envelope.ts"

/** Whether the process is starting, serving or stopping. The main program changes it. */
export interface Lifecycle {
  phase: "starting" | "serving" | "stopping"
}

const patienceMs = 2_000
/** How long one result serves all requests, because each check is a transaction that waits for the disk. */
const heldMs = 500

/**
 * `/api/health`: restart the process when this fails. `/api/health/serving`: send it requests while this is 200. It does
 * not ask the database, which all processes share. `/api/health/ready`: 503 where the database is not writable.
 */
export function healthSurface(app: Pick<App, "database" | "log">, lifecycle: Lifecycle): FastifyPluginAsync {
  const canWrite = held(() => look(app.database))
  let couldWrite = true
  return async (server) => {
    server.addHook("onSend", async (_request, reply) => {
      reply.header("cache-control", "no-store")
    })
    server.get("/api/health", { config: { endpointId: "health" } }, async () => ({ status: "ok" }))
    server.get("/api/health/serving", { config: { endpointId: "serving" } }, async (_request, reply) =>
      lifecycle.phase === "serving" ? { status: "serving" } : refuse(reply, `The service is ${lifecycle.phase}.`),
    )
    server.get("/api/health/ready", { config: { endpointId: "ready" } }, async (_request, reply) => {
      if (lifecycle.phase !== "serving") return refuse(reply, `The service is ${lifecycle.phase}.`)
      const fault = await canWrite()
      if (couldWrite !== (fault === undefined)) tell(fault)
      return fault === undefined ? { status: "ready" } : refuse(reply, "The database cannot be written.")
    })
  }

  function tell(fault: Error | undefined): void {
    couldWrite = fault === undefined
    if (fault) app.log.warn({ fault }, "The database cannot be written: not ready.")
    else app.log.info({}, "The database can be written again: ready.")
  }
}

/** Replies instead of throwing: a request during the start or stop is no fault for the log. */
function refuse(reply: FastifyReply, message: string): FastifyReply {
  const fault = new ServiceError("internal_error", message, { hint: "Try again in a moment." })
  return reply.code(503).header("retry-after", "5").send(envelopeOf(fault))
}

/** Why the database cannot be written; undefined when it can. */
async function look(database: App["database"]): Promise<Error | undefined> {
  const written = database.checkWritable().then(() => undefined)
  return inTime<Error | undefined>(patienceMs, written, () => new Error("It timed out.")).catch((fault) =>
    fault instanceof Error ? fault : new Error(String(fault)),
  )
}

/** Runs at most one `ask` at a time, and reuses its result for `heldMs` after it. */
function held<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined
  const forget = () => {
    answer = undefined
  }
  return () => {
    answer ??= ask().finally(() => setTimeout(forget, heldMs).unref())
    return answer
  }
}
