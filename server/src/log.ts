import { type DestinationStream, type Logger, pino, stdTimeFunctions } from "pino"

/**
 * Every field that a log line may have; what is not named here is left out, so that a secret or an address that is
 * handed to the log by mistake does not get into it. A line names the fields it lost under `dropped`.
 * `foreign` ones quote what others said, and are cleaned.
 */
const allowed: Record<string, "ours" | "foreign"> = {
  requestId: "ours",
  method: "ours",
  endpoint: "ours",
  route: "ours",
  status: "ours",
  ms: "ours",
  code: "ours",
  jobId: "ours",
  kind: "ours",
  attempts: "ours",
  sweeper: "ours",
  blobKey: "ours",
  purchaseId: "ours",
  fileId: "ours",
  account: "ours",
  attempt: "ours",
  outcome: "ours",
  mismatch: "foreign",
  migrations: "ours",
  address: "ours",
  signal: "ours",
  warning: "ours",
  error: "foreign",
  fault: "foreign",
}

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
export function openLog(level: string, destination: DestinationStream = standardOutput()): Logger {
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: nameLevel, log: keepAllowed } },
    destination,
  )
}

function standardOutput(): DestinationStream {
  return pino.destination({ fd: 1, sync: false, minLength: 16_000, periodicFlush: 500 })
}

function nameLevel(label: string): object {
  return { level: label }
}

function keepAllowed(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  const dropped: string[] = []
  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(allowed, name)) dropped.push(name)
    else kept[name] = allowed[name] === "foreign" ? harmless(fields[name]) : fields[name]
  }
  return dropped.length === 0 ? kept : { ...kept, dropped }
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
