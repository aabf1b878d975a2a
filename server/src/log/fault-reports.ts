import type { Log } from "#kernel/log.ts"
import { toIso } from "#kernel/time/iso.ts"
import { classOfFault, framesOf } from "./fault-name.ts"

/** The fields of a line that a report repeats. All are of this service's making. */
const repeated = ["requestId", "traceId", "route", "code", "kind", "sweeper"] as const

const usual = {
  /** One report of a name in this time. */
  everyMs: 60_000,
  answerMs: 5_000,
  /** After a failure nothing is sent for this long. */
  restMs: 60_000,
}
const mostWaiting = 20
/** The most names that are counted separately. */
const mostNames = 100
const lastWordsMs = 2_000

interface Plan extends Partial<typeof usual> {
  readonly url: string
  readonly version: string
  readonly now?: () => number
}

export interface FaultReports {
  /** Reports a line of the log. Never throws, and waits for nothing. */
  report(fields: object, message: string): void
  /** Resolves when the waiting reports were sent, two seconds later at most. */
  end(): Promise<void>
}

interface Seen {
  reportedAt: number
  /** How often it occurred since then. */
  times: number
}

/** Sends faults to an operator's address: name, places, version. Messages stay in the log, since they may quote secrets. */
export function openFaultReports(plan: Plan, log: () => Pick<Log, "warn" | "info">): FaultReports {
  const { everyMs, now = Date.now } = { ...usual, ...plan }
  const seen = new Map<string, Seen>()
  const post = poster(plan, log)
  const waiting: string[] = []
  let sending: Promise<void> | undefined

  async function send(): Promise<void> {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) await post(body)
    sending = undefined
  }

  return {
    report(fields, message) {
      const name = classOfFault(fields)
      const before = seen.get(name)
      if (before !== undefined && now() - before.reportedAt < everyMs) {
        before.times += 1
        return
      }
      if (waiting.length >= mostWaiting || (before === undefined && seen.size >= mostNames)) return
      seen.set(name, { reportedAt: now(), times: 0 })
      const given = fields as Record<string, unknown>
      const facts = Object.fromEntries(
        repeated.flatMap((field) => (typeof given[field] === "string" ? [[field, given[field]]] : [])),
      )
      const at = toIso(now())
      const { version } = plan
      const times = (before?.times ?? 0) + 1
      waiting.push(JSON.stringify({ name, message, stack: framesOf(fields), version, times, at, ...facts }))
      sending ??= send()
    },
    async end() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, lastWordsMs).unref())
      await Promise.race([sending, late])
    },
  }
}

/** Posts one report. A receiver that fails is logged once, until it answers again. */
function poster(plan: Plan, log: () => Pick<Log, "warn" | "info">): (body: string) => Promise<void> {
  const { answerMs, restMs, now = Date.now } = { ...usual, ...plan }
  const { url, headers } = withoutPassword(plan.url)
  let isAway = false
  let restUntil = 0
  return async (body) => {
    if (now() < restUntil) return
    try {
      const response = await fetch(url, {
        ...{ method: "POST", headers, body, redirect: "manual", signal: AbortSignal.timeout(answerMs) },
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`It answered ${response.status}.`)
      if (isAway) log().info({}, "Faults are reported again.")
      isAway = false
    } catch (fault) {
      const error = fault instanceof Error ? fault.message : "It failed."
      if (!isAway) log().warn({ error }, "The receiver of SVC_FAULTS_URL fails: faults are in the log only.")
      isAway = true
      restUntil = now() + restMs
    }
  }
}

/** `fetch` refuses an address with a password, so it becomes a header. */
function withoutPassword(address: string): { url: URL; headers: Record<string, string> } {
  const url = new URL(address)
  const { username, password } = url
  const given = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  url.username = ""
  url.password = ""
  const authorization = given === ":" ? {} : { authorization: `Basic ${Buffer.from(given).toString("base64")}` }
  return { url, headers: { "content-type": "application/json", ...authorization } }
}
