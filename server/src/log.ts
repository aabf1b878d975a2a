import { type DestinationStream, pino } from "pino"
import type { Answered, RequestLog } from "#kernel/log.ts"

/**
 * Every field that a log line may have; what is not named here is left out, so that a secret or an address that is
 * handed to the log by mistake does not get into it. A line names the fields it lost under `dropped`.
 */
const ours = new Set([
  "requestId",
  "method",
  "endpoint",
  "route",
  "status",
  "ms",
  "code",
  "jobId",
  "kind",
  "attempts",
  "sweeper",
  "blobKey",
  "purchaseId",
  "fileId",
  "account",
  "attempt",
  "call",
  "param",
  "upstreamRequestId",
  "outcome",
  "migrations",
  "address",
  "signal",
  "warning",
])
/** Fields that quote what others said, and are cleaned. */
const foreign = new Set(["mismatch", "error", "fault"])

/** In texts that come from elsewhere (the message of an error): what may be a person's address or a capability. */
const secrets: [RegExp, string][] = [
  [/[^\s"'<>()=,;]+@[^\s"'<>()=,;]+/g, "[address]"],
  [/\b(?:sk|rk|whsec|cs|pi|seti)_\w{3,}/g, "[secret]"],
  [/\bBearer \S+/gi, "[secret]"],
  [/(?<![\w/-])[\w-]{40,}(?![\w/-])/g, "[secret]"],
  [/\?[^\s"']+/g, "?[query]"],
]

/**
 * Opens the log: JSON lines, written in the background and, at the end of the process, to the last one.
 *
 * @param destination left out, standard output.
 */
export function openLog(level: string, destination: DestinationStream = standardOutput()): RequestLog {
  const log = pino(
    { level, base: null, timestamp: isoTime, formatters: { level: nameLevel, log: keepAllowed } },
    destination,
  )
  const answered = log.isLevelEnabled("info")
    ? (request: Answered) => destination.write(answeredLine(request))
    : () => undefined
  return Object.assign(log, { answered })
}

/** What `info` would write, put together at once: pino looks at each field, for longer than the rest of an answer takes. */
function answeredLine({ requestId, method, endpoint, status, ms }: Answered): string {
  const fields = `"requestId":"${requestId}","method":"${method}","endpoint":"${endpoint}","status":${status},"ms":${ms}`
  return `{"level":"info"${isoTime()},${fields},"msg":"Answered."}\n`
}

const blockBytes = 64_000

/**
 * Lines are handed over by the block, or after half a second: each handing over costs as much as many lines. A line
 * goes into its block at once, since a long string of them would be put together piece by piece.
 */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ fd: 1, sync: false, contentMode: "buffer" })
  const output = stream as unknown as { write(bytes: Uint8Array): boolean } // its types know strings only
  let block = Buffer.allocUnsafe(blockBytes)
  let used = 0
  let soon: NodeJS.Timeout | undefined
  const handOver = () => {
    clearTimeout(soon)
    if (used === 0) return
    output.write(block.subarray(0, used))
    block = Buffer.allocUnsafe(blockBytes)
    used = 0
  }
  process.prependListener("exit", handOver) // before the stream's own, which writes what is left
  return {
    write(line) {
      const mostBytes = line.length * 3 // in UTF-8
      if (used + mostBytes > blockBytes) handOver()
      if (mostBytes > blockBytes) return void output.write(Buffer.from(line))
      if (used === 0) soon = setTimeout(handOver, 500).unref()
      used += block.write(line, used)
    },
  }
}

let timeMs = 0
let timeField = ""

/** The field of the time in a line, as pino wants it. Under load many lines share a millisecond. */
function isoTime(): string {
  const now = Date.now()
  if (now !== timeMs) {
    timeMs = now
    timeField = `,"time":"${new Date(now).toISOString()}"`
  }
  return timeField
}

function nameLevel(label: string): object {
  return { level: label }
}

function keepAllowed(fields: Record<string, unknown>): Record<string, unknown> {
  if (areOurs(fields)) return fields
  const kept: Record<string, unknown> = {}
  const dropped: string[] = []
  for (const name of Object.keys(fields)) {
    if (ours.has(name)) kept[name] = fields[name]
    else if (foreign.has(name)) kept[name] = harmless(fields[name])
    else dropped.push(name)
  }
  return dropped.length === 0 ? kept : { ...kept, dropped }
}

/** Most lines are as they should be, and need no copy. */
function areOurs(fields: Record<string, unknown>): boolean {
  for (const name in fields) if (!ours.has(name)) return false
  return true
}

function harmless(value: unknown): unknown {
  if (typeof value === "string")
    return secrets.reduce((text, [pattern, instead]) => text.replace(pattern, instead), value)
  if (Array.isArray(value)) return value.map(harmless)
  if (typeof value !== "object" || value === null) return value
  // Anything larger than an error is more than a line should hold.
  const { name, message, stack, code } = value as Record<string, unknown>
  return { name: harmless(name), message: harmless(message), code: harmless(code), stack: harmless(stack) }
}
