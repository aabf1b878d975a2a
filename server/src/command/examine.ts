import { existsSync } from "node:fs"
import { sqlitePath } from "#backups/take-backup.ts"
import type { Settings } from "#config/settings.ts"
import { inTime } from "#kernel/time/in-time.ts"
import { openDatabase } from "#start/open-database.ts"
import type { Database } from "#storage/database.ts"
import { checks, databaseChecks } from "./checks.ts"
import { broken, type Diagnosis, fine, keptLog, warning } from "./finding.ts"
import { type Asked, type CommandResult, exits, inSentences } from "./outcome.ts"

const usualMs = 5_000

interface Row extends Omit<Diagnosis, "state"> {
  readonly check: string
  readonly state: Diagnosis["state"] | "untried"
}

export async function examine({ settings: read }: Asked, version = process.versions.node): Promise<CommandResult> {
  const rows = [nodeRow(version)]
  const settings = settingsOrFault(read)
  if (settings instanceof Error) {
    rows.unshift({ ...broken(settings.message), check: "settings", remedy: "Correct them (docs/configuration.md)." })
    const others = [...Object.keys(checks), ...Object.keys(databaseChecks)]
    rows.push(...others.map((check) => untried(check, "The settings come first.")))
  } else {
    rows.unshift(settingsRow(settings))
    const [ofDatabase, ofOthers] = await Promise.all([examineDatabase(settings), examineOthers(settings)])
    rows.push(...ofDatabase, ...ofOthers)
  }
  const states = new Set(rows.map(({ state }) => state))
  const exit = states.has("broken") ? exits.failed : states.has("warning") ? exits.incomplete : undefined
  return { text: inLines(rows), data: { checks: rows }, ...(exit && { exit }) }
}

function settingsOrFault(read: () => Settings): Settings | Error {
  try {
    return read()
  } catch (error) {
    return error as Error
  }
}

function settingsRow({ warnings, isProduction }: Settings): Row {
  const where = isProduction ? "for production" : "for this machine alone"
  if (warnings.length === 0) return { ...fine(`The settings are complete, ${where}.`), check: "settings" }
  return { ...warning(warnings.join(" "), "Set those addresses (docs/configuration.md)."), check: "settings" }
}

function nodeRow(version: string): Row {
  const says = `Node.js ${version} runs this.`
  if (Number.parseInt(version, 10) >= 24) return { ...fine(says), check: "node" }
  return { ...broken(says, "Install Node.js 24 or newer."), check: "node" }
}

async function examineOthers(settings: Settings): Promise<Row[]> {
  return Promise.all(
    Object.entries(checks).map(([check, { run, ...how }]) =>
      rowOf(check, how, (over) => run({ settings, log: keptLog(), over })),
    ),
  )
}

/** Reads one open database for all of its checks. */
async function examineDatabase(settings: Settings): Promise<Row[]> {
  const path = sqlitePath(settings.databaseUrl)
  const log = keptLog()
  let database: Database | undefined
  const rows: Row[] = []
  try {
    for (const [check, { run, ...how }] of Object.entries(databaseChecks)) {
      if (rows[0]?.state === "broken") {
        rows.push(untried(check, "The database comes first."))
        continue
      }
      const row = await rowOf(check, how, async (over) => {
        if (path === undefined || existsSync(path)) database ??= await openDatabase(settings, log)
        return run({ settings, log, over, database })
      })
      rows.push(row)
    }
  } finally {
    await runInTime(async () => database?.close()).catch(() => {})
  }
  return rows
}

interface How {
  readonly remedy: string
  readonly mostMs?: number
}

async function rowOf(
  check: string,
  { remedy, mostMs = usualMs }: How,
  run: (over: AbortSignal) => Promise<Diagnosis>,
): Promise<Row> {
  const finding = await runInTime(run, mostMs).catch((error: unknown) => broken(inSentences(error)))
  return finding.state === "fine" ? { check, ...finding } : { check, remedy, ...finding }
}

async function runInTime<Result>(run: (over: AbortSignal) => Promise<Result>, mostMs = usualMs): Promise<Result> {
  const over = new AbortController()
  const late = () => {
    throw new Error(`There was no answer within ${mostMs / 1_000} seconds.`)
  }
  return inTime(mostMs, run(over.signal), late).finally(() => over.abort())
}

const untried = (check: string, says: string): Row => ({ check, state: "untried", says })

function inLines(rows: readonly Row[]): string {
  const indent = "\n".padEnd(22)
  return rows
    .map(({ check, state, says, remedy }) => {
      const lines = [...says.split("\n"), ...(remedy === undefined ? [] : [`→ ${remedy}`])]
      return `${state.padEnd(8)} ${check.padEnd(11)} ${lines.join(indent)}`
    })
    .join("\n")
}
