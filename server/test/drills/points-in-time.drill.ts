import assert from "node:assert/strict"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { once } from "node:events"
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { buffer, text } from "node:stream/consumers"
import { type TestContext, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"
import { anonymous } from "#access/context.ts"
import { perform, systemContext } from "#access/perform.ts"
import { readSettings } from "#config/settings.ts"
import { sweepDriveTrash, trashFile } from "#domains/drive/index.ts"
import { startCheckout } from "#domains/handover/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { fillEmptyDatabase } from "#start/demo/demo-data.ts"
import { handbook } from "#test/support/basics/handbook.ts"
import { findPostgres, unprivileged } from "#test/support/databases/postgres-process.ts"
import { atEnd, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { freePort } from "#test/support/http/free-port.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { openAt } from "#test/support/worlds/backup-world.ts"
import { checkMoney } from "../../src/backups/drill-store.ts"
import type { RunningApp } from "../../src/start/app.ts"

const pgbackrest = "/usr/bin/pgbackrest"
const skip =
  existsSync(pgbackrest) || process.env.CI === "true"
    ? false
    : "pgBackRest (Debian's package pgbackrest) is not installed"

// biome-ignore format: a command of the handbook
const restoreTo = handbook("pgbackrest --stanza=atelier --type=time --target='2026-11-20 12:00:00+00' --target-action=promote restore")

interface Kept {
  id: string
  begunAt: number
  storedAt: number
}

/** The folders and the programs of a PostgreSQL whose log pgBackRest archives. */
function makeGround(t: TestContext, port: number) {
  const folder = temporaryFolder(t)
  const user = unprivileged()
  for (const name of ["repository", "log", "lock", "spool"]) mkdirSync(join(folder, name))
  const [data, config] = [join(folder, "data"), join(folder, "pgbackrest.conf")]
  writeFileSync(
    config,
    `[global]
repo1-path=${folder}/repository
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=${randomBytes(32).toString("base64")}
repo1-retention-full=2
start-fast=y
log-path=${folder}/log
lock-path=${folder}/lock
spool-path=${folder}/spool
[atelier]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${folder}
pg1-user=postgres
`,
  )
  if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, folder])
  const env = { PATH: `${findPostgres()}:${process.env.PATH}`, PGBACKREST_CONFIG: config }
  return { folder, data, user, plan: { cwd: folder, env, ...user } }
}

/** A PostgreSQL whose log pgBackRest archives, as the handbook says. */
async function archivedPostgres(t: TestContext) {
  const port = await freePort()
  const { folder, data, user, plan } = makeGround(t, port)
  const run = async (command: string) => {
    const running = spawn("sh", ["-c", command], { ...plan, stdio: ["ignore", "pipe", "pipe"] })
    const said = Promise.all([text(running.stdout), text(running.stderr)])
    const [code] = await once(running, "close")
    assert.equal(code, 0, `${command}: ${(await said).join("")}`)
  }
  await run(`initdb --no-sync --auth=trust --username=postgres --encoding=UTF8 --locale=C -D ${data}`)
  let server: ChildProcess | undefined
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const kill = async () => {
    if (!server) return
    const ended = once(server, "exit")
    server.kill("SIGQUIT") // without a checkpoint, and without archiving the rest of the log
    server = undefined
    await ended
  }
  atEnd(t, kill)
  const start = async (archives: boolean) => {
    const usual = ["-D", data, "-p", String(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"]
    server = spawn(join(String(findPostgres()), "postgres"), [...usual, ...archiving(archives)], {
      ...plan,
      stdio: "ignore",
    })
    while (!(await acceptsWrites(url))) {
      assert.equal(server.exitCode, null, "PostgreSQL ended")
      await sleep(50)
    }
  }
  const loseDisk = async () => {
    await kill()
    rmSync(data, { recursive: true })
    mkdirSync(data, { mode: 0o700 })
    if (user) chownSync(data, user.uid, user.gid)
  }
  return { url, run, start, loseDisk }
}

function archiving(isOn: boolean): string[] {
  const settings = {
    archive_mode: isOn ? "on" : "off",
    archive_command: "pgbackrest --stanza=atelier archive-push %p",
    archive_timeout: "10s",
  }
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
}

async function acceptsWrites(url: string): Promise<boolean> {
  const client = new Client(url)
  client.on("error", () => {})
  try {
    await client.connect()
    return (await client.query("select pg_is_in_recovery() as waits")).rows[0].waits === false
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Stores a file each 20 ms at most, sells, and deletes some files for good, until the database is gone. */
function load(app: RunningApp, workspaceSlug: string, accountId: string) {
  const caller = { kind: "person", accountId, workspaceSlug } as const
  const kept: Kept[] = []
  let isOver = false
  const store = async (name: string) => {
    const begunAt = Date.now()
    const file = { name, contentType: "text/plain", bytes: randomBytes(1_000) }
    const { id } = await putDriveFile(app, caller, file)
    return { id, begunAt, storedAt: Date.now() }
  }
  const keep = async () => {
    for (; !isOver; await sleep(20)) kept.push(await store("kept.bin"))
  }
  const sell = async () => {
    for (let buyer = 0; !isOver; buyer += 1, await sleep(200))
      await perform({ app, caller: anonymous }, startCheckout, { key: "demo", buyerEmail: `buyer${buyer}@example.com` })
  }
  const remove = async () => {
    for (; !isOver; await sleep(500)) {
      const { id } = await store("doomed.bin")
      await sleep(1_500)
      await perform({ app, caller }, trashFile, { id })
      const longAgo = { deleted_at: app.now() - 31 * 86_400_000 }
      await app.database.transaction((db) => db.updateTable("files").set(longAgo).where("id", "=", id).execute())
      await sweepDriveTrash(systemContext(app), async () => false)
      await runDueJobs(app, jobs)
    }
  }
  const running = Promise.allSettled([keep(), keep(), sell(), remove(), remove(), remove()])
  const stop = () => {
    isOver = true
    return running
  }
  return { kept, stop }
}

/** Checks that each restored row has its file, and money its order. Returns the ids of the files. */
async function check(t: TestContext, place: Record<string, string>): Promise<Set<string>> {
  const app = await openAt(t, place)
  const files = await app.database.read.selectFrom("files").select(["id", "blob_key", "sha256"]).execute()
  for (const { blob_key, sha256 } of files) {
    const bytes = await buffer(await app.blobs.read(blob_key))
    assert.equal(createHash("sha256").update(bytes).digest("hex"), sha256)
  }
  assert.deepEqual(await checkMoney(app.database.read), [])
  const sales = await app.database.read.selectFrom("purchases").select("id").execute()
  assert.ok(sales.length > 0)
  await app.close()
  return new Set(files.map(({ id }) => id))
}

test("a lost disk is restored to the chosen moment, or to the last seconds, with every file", {
  skip,
}, async (t) => {
  const postgres = await archivedPostgres(t)
  await postgres.start(true)
  await postgres.run(handbook("pgbackrest --stanza=atelier stanza-create"))
  const place = { SVC_DATA_DIR: temporaryFolder(t), SVC_DATABASE_URL: postgres.url }
  assert.equal(readSettings(place).blobsKeptDays, 7)
  const app = await openAt(t, place)
  await fillEmptyDatabase(app)
  const { id: accountId } = await app.database.read.selectFrom("accounts").select("id").executeTakeFirstOrThrow()
  await postgres.run(handbook("pgbackrest --stanza=atelier backup"))

  const { kept, stop } = load(app, "studio", accountId)
  await sleep(6_000)
  const chosen = Date.now()
  await sleep(24_000)
  await postgres.loseDisk()
  const lostAt = Date.now()
  await stop()
  const began = Date.now()
  await postgres.run(handbook("pgbackrest --stanza=atelier restore"))
  await postgres.start(false)
  const back = Date.now() - began
  const latest = await check(t, place)
  const lost = kept.filter(({ id }) => !latest.has(id)).map(({ storedAt }) => lostAt - storedAt)
  t.diagnostic(`${kept.length} files; the last ${Math.max(0, ...lost) / 1000} s were lost; back after ${back / 1000} s`)
  assert.ok(Math.max(0, ...lost) <= 60_000)

  await postgres.loseDisk()
  const moment = new Date(chosen).toISOString().replace("T", " ").replace("Z", "+00")
  await postgres.run(restoreTo.replace("2026-11-20 12:00:00+00", moment))
  await postgres.start(false)
  const then = await check(t, place)
  t.diagnostic(compare(kept, then, chosen))
})

/** Checks that exactly the files stored before a moment are there, to a second. */
function compare(kept: readonly Kept[], then: ReadonlySet<string>, chosen: number): string {
  const missing = kept.filter(({ id, storedAt }) => storedAt < chosen - 1_000 && !then.has(id))
  const later = kept.filter(({ id, begunAt }) => begunAt > chosen + 1_000 && then.has(id))
  assert.deepEqual([missing, later], [[], []])
  const near = kept.filter(({ id }) => then.has(id)).map(({ storedAt }) => storedAt)
  return `the last restored file is ${(chosen - Math.max(...near)) / 1000} s older than the chosen moment`
}
