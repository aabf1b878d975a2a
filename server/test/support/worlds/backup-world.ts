import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { text } from "node:stream/consumers"
import type { TestContext } from "node:test"
import { fileURLToPath } from "node:url"
import { readSettings } from "#config/settings.ts"
import { openApp, type RunningApp } from "#start/app.ts"
import { migrate } from "#storage/migrate.ts"
import { atEnd, type DatabaseKind, emptyDatabaseUrl, temporaryFolder } from "../databases/test-databases.ts"
import { asChild } from "../databases/test-run.ts"
import "../processes/server-process.ts" // builds the server where `npm test` has not
import { s3Server } from "../stand-ins/s3-server.ts"
import { silentLog } from "./world.ts"

export type Place = Record<string, string>

const root = fileURLToPath(new URL("../../../..", import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> }

/** An empty place for a backup: SQLite with files in a folder, or PostgreSQL with S3. */
export async function newPlace(t: TestContext, kind: DatabaseKind): Promise<Place> {
  const place: Place = { SVC_DATA_DIR: temporaryFolder(t), SVC_DATABASE_URL: await emptyDatabaseUrl(t, kind) }
  return kind === "sqlite" ? place : { ...place, SVC_BLOBS_URL: (await s3Server(t)).url }
}

export async function openAt(t: TestContext, place: Place): Promise<RunningApp> {
  const app = await openApp(readSettings(place), silentLog)
  atEnd(t, () => app.close())
  await migrate(app.database)
  return app
}

/** Runs a command of the handbook on a folder, and on the pool beside it. */
export function backupCommand(line: string, place: Place, folder: string) {
  const pool = join(dirname(folder), "pool")
  return runScript(line.replace("/backups/2026-11-20", folder).replace("/backups/pool", pool), place)
}

/** Runs `npm run <script> -- <words>` without npm and without the build before it; `meanwhile` may kill it. */
export async function runScript(line: string, place: Place, meanwhile?: (running: ChildProcess) => Promise<void>) {
  const [, script = "", words] = /^npm run ([\w-]+)(?: -- (.+))?$/.exec(line) ?? []
  const [, program = "", ...command] = scripts[script]?.split(" && ").at(-1)?.split(" ") ?? []
  const env = { ...asChild.env, ...place }
  const running = spawn(process.execPath, [join(root, program), ...command, ...(words?.split(" ") ?? [])], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  })
  const said = Promise.all([text(running.stdout), text(running.stderr)])
  const ended = once(running, "close")
  await meanwhile?.(running)
  const [code] = await ended
  return { code, said: (await said).join("") }
}
