/**
 * The service with a tripwire: a child process of the crash tests. Each step with an effect counts down: a transaction
 * before its beginning, before its commit and after it; a call to the processor or to the mail server, before and after
 * it. At the armed step the process kills itself with SIGKILL.
 */
import { flushCompileCache } from "node:module"
import type { App } from "#access/perform.ts"
import { readSettings } from "#config/settings.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { migrate } from "#storage/migrate.ts"
import { openHttp } from "#surfaces/http.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openApp } from "../../src/start/app.ts"

export type ToServer = { kind: "arm"; step: number } | { kind: "count" } | { kind: "run-jobs" }
export type FromServer = { kind: "listening"; url: string } | { kind: "done"; steps: number }

const outward = new Set(["openCheckoutSession", "findCheckoutSession", "expireCheckoutSession", "refund", "send"])

let crashAt = Number.POSITIVE_INFINITY
let steps = 0

function step(): void {
  steps += 1
  if (steps >= crashAt) process.kill(process.pid, "SIGKILL")
}

const settings = readSettings(process.env)
const real = await openApp(settings, silentLog)
/** Expires the leases of the previous process. */
const clockOffsetMs = Number(process.env.CLOCK_OFFSET_MS)
await migrate(real.database)
const app: App = {
  ...real,
  now: () => Date.now() + clockOffsetMs,
  database: { ...real.database, transaction: (work) => counted(() => real.database.transaction(counting(work))) },
  payments: tripwired(real.payments),
  mail: tripwired(real.mail),
}
const http = await openHttp({ app, settings, log: silentLog })
flushCompileCache() // a killed process writes none at its end
await http.listen({ host: "127.0.0.1", port: settings.port })
process.on("message", (message: ToServer) => {
  void obey(message).then(() => send({ kind: "done", steps }))
})
send({ kind: "listening", url: settings.addresses.base })

async function obey(message: ToServer): Promise<void> {
  if (message.kind === "arm") {
    steps = 0
    crashAt = message.step
  } else if (message.kind === "run-jobs") {
    await runDueJobs(app, jobs)
  }
}

async function counted<Result>(work: () => Promise<Result>): Promise<Result> {
  step()
  const result = await work()
  step()
  return result
}

/** Counts one more step inside the transaction, when everything is written and nothing is committed. */
function counting<Cx, Result>(work: (cx: Cx) => Promise<Result>): (cx: Cx) => Promise<Result> {
  return async (cx) => {
    const result = await work(cx)
    step()
    return result
  }
}

/** Counts two steps for every asynchronous method of a port. */
function tripwired<Port extends object>(port: Port): Port {
  return new Proxy(port, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== "function") return member
      return (...args: unknown[]) => {
        const call = () => Reflect.apply(member, target, args) as unknown
        return outward.has(String(name)) ? counted(call as () => Promise<unknown>) : call()
      }
    },
  })
}

function send(message: FromServer): void {
  process.send?.(message)
}
