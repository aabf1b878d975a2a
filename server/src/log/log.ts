import { pino } from "pino"
import { faultText, withoutSecrets } from "#kernel/fault-text.ts"
import { type Answered, fieldNames, type ServiceLog } from "#kernel/log.ts"
import { record } from "#measure/measure.ts"
import { currentTraceId } from "#spans/span.ts"
import { classOfFault } from "./fault-name.ts"
import { openDescriptor } from "./log-descriptor.ts"
import { type LogOutput, openLogOutput } from "./log-output.ts"
import { openRepeatedFaults } from "./repeated-faults.ts"

/** Other fields are dropped, and their names are listed under `dropped`. */
const ours = new Set<string>(fieldNames)
/** Fields that quote external texts. They are cleaned. */
const foreign = new Set(["mismatch", "error", "causes", "fault", "repeated"])

/**
 * JSON lines, written in the background and flushed at the end. A log that cannot be written blocks nothing. Repeated
 * faults are written once and then counted. Default destination: standard output. Each line has `version`, if given.
 * `onFault` gets every error.
 */
export function openLog(
  level: string,
  destination: { write(line: string): void; dropped?(): number } = standardOutput(),
  { version, onFault }: { version?: string; onFault?: ((fields: object, message: string) => void) | undefined } = {},
): ServiceLog {
  const base = version === undefined ? null : { version }
  const log = pino(
    { level, base, timestamp: isoTime, mixin: traceField, formatters: { level: nameLevel, log: keepAllowed } },
    destination,
  )
  const repeated = openRepeatedFaults((name, times, level) =>
    log[level]({ times, repeated: name }, "It happened again."),
  )
  const versionField = version === undefined ? "" : `,"version":"${version}"`
  const answered = (request: Answered) => {
    if (request.status >= 500 && !repeated.admits(`Answered. ${request.status}`, "info")) return
    destination.write(answeredLine(request, versionField))
  }
  const unlessRepeated = (level: "warn" | "error") => (fields: object, message: string) => {
    const name = faultName(fields, message)
    if (name === undefined || repeated.admits(name, level)) log[level](fields, message)
  }
  const writeError = unlessRepeated("error")
  return {
    info: (fields, message) => log.info(fields, message),
    warn: unlessRepeated("warn"),
    error(fields, message) {
      record("faults_total", 1, classOfFault(fields))
      onFault?.(fields, message)
      writeError(fields, message)
    },
    answered: log.isLevelEnabled("info") ? answered : () => undefined,
    dropped: () => destination.dropped?.() ?? 0,
  }
}

/** The common name of lines about one fault, for any request or job. Undefined for a line that is always written. */
function faultName(fields: object, message: string): string | undefined {
  const { fault, error, kind, sweeper } = fields as Record<string, unknown>
  const about = fault ?? error ?? kind ?? sweeper
  if (about === undefined) return undefined
  const said = about instanceof Error ? about.message : String((about as { message?: unknown }).message ?? about)
  return `${message} ${said}`.replace(/\d+/g, "0").slice(0, 200)
}

function standardOutput(): LogOutput {
  const output = openLogOutput(openDescriptor(1), (lines) => {
    return `{"level":"warn"${isoTime()},"lines":${lines},"msg":"Log lines were dropped: the output did not take them."}\n`
  })
  process.once("exit", output.end)
  return output
}

/** The line that `info` would write, built at once: pino's check of each field takes longer than the whole response. */
function answeredLine({ requestId, method, endpoint, status, ms, traceId }: Answered, version: string): string {
  const trace = traceId === undefined ? "" : `,"traceId":"${traceId}"`
  const fields = `"requestId":"${requestId}","method":"${method}","endpoint":"${endpoint}","status":${status},"ms":${ms}${trace}`
  return `{"level":"info"${isoTime()}${version},${fields},"msg":"Answered."}\n`
}

let timeMs = 0
let timeField = ""

/** The time field of a line, in pino's form. Under load many lines share a millisecond. */
function isoTime(): string {
  const now = Date.now()
  if (now !== timeMs) {
    timeMs = now
    timeField = `,"time":"${new Date(now).toISOString()}"`
  }
  return timeField
}

/** The trace of the work that writes a line. */
function traceField(): { traceId?: string } {
  const traceId = currentTraceId()
  return traceId === undefined ? {} : { traceId }
}

function nameLevel(label: string): object {
  return { level: label }
}

function keepAllowed(fields: Record<string, unknown>): Record<string, unknown> {
  if (areOurs(fields)) return fields
  const logged: Record<string, unknown> = {}
  const dropped: string[] = []
  for (const name of Object.keys(fields)) {
    if (ours.has(name)) logged[name] = fields[name]
    else if (foreign.has(name)) logged[name] = harmless(fields[name])
    else dropped.push(name)
  }
  return dropped.length === 0 ? logged : { ...logged, dropped }
}

/** Most lines have only allowed fields, and need no copy. */
function areOurs(fields: Record<string, unknown>): boolean {
  for (const name in fields) if (!ours.has(name)) return false
  return true
}

function harmless(value: unknown): unknown {
  if (typeof value === "string") return withoutSecrets(value)
  if (Array.isArray(value)) return value.map(harmless)
  if (typeof value !== "object" || value === null) return value
  // A line should contain nothing larger than an error.
  const { name, message, stack, code, cause } = value as Record<string, unknown>
  const causes = cause instanceof Error ? faultText(cause) : undefined
  return { name: harmless(name), message: harmless(message), code: harmless(code), causes, stack: harmless(stack) }
}
