import assert from "node:assert/strict"
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { TestContext } from "node:test"
import { generateIdentity, identityToRecipient } from "age-encryption"
import { sql } from "kysely"
import { anonymous } from "#access/context.ts"
import { perform, systemContext } from "#access/perform.ts"
import type { Sandbox } from "#adapters/payments/sandbox/sandbox.ts"
import { readSettings } from "#config/settings.ts"
import { enqueueStuckPurchases, startCheckout } from "#domains/handover/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { fillEmptyDatabase } from "#start/demo/demo-data.ts"
import { findOperation } from "#storage/operation-marks.ts"
import { handbook } from "#test/support/basics/handbook.ts"
import {
  type DatabaseKind,
  onBothDatabases,
  onSqlite,
  temporaryFolder,
} from "#test/support/databases/test-databases.ts"
import { backupCommand, newPlace, openAt, runScript } from "#test/support/worlds/backup-world.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { drillRestore } from "../../src/backups/drill.ts"
import { takeBackup } from "../../src/backups/take-backup.ts"
import type { RunningApp } from "../../src/start/app.ts"

const commands = {
  backup: handbook("npm run backup -- /backups/2026-11-20"),
  drill: handbook("npm run restore-drill -- /backups/2026-11-20"),
}

/** A service with a paid and an open sale. */
async function sellingAt(t: TestContext, kind: DatabaseKind) {
  const place = await newPlace(t, kind)
  const app = await openAt(t, place)
  await fillEmptyDatabase(app)
  for (const buyerEmail of ["bo@example.com", "cy@example.com"]) {
    const { sessionId } = (await perform({ app, caller: anonymous }, startCheckout, { key: "demo", buyerEmail })) as { sessionId: string } // biome-ignore format: one thought
    if (buyerEmail === "bo@example.com") await (app.payments as Sandbox).pay(sessionId, { card: "4242424242424242" })
  }
  const later = { ...app, now: () => app.now() + 11 * 60_000 }
  await enqueueStuckPurchases(systemContext(later))
  while ((await runDueJobs(later, jobs)) > 0);
  return { place, app, settings: readSettings(place), folder: join(temporaryFolder(t), "1") }
}

async function leftovers({ database }: RunningApp, dataDir: string): Promise<string[]> {
  const named = sql<{ name: string }>`select datname as name from pg_database where datname = 'atelier_restore_drill'`
  const databases = database.dialect === "postgres" ? (await named.execute(database.read)).rows : []
  return [
    ...databases.map(({ name }) => name),
    ...(existsSync(join(dataDir, "atelier_restore_drill")) ? ["folder"] : []),
  ]
}

onBothDatabases(
  "a drill restores a backup beside the service, checks it, removes the copy, and notes its time",
  async (t, kind) => {
    const { place, app, settings, folder } = await sellingAt(t, kind)
    assert.equal((await backupCommand(commands.backup, place, folder)).code, 0)
    assert.equal(await findOperation(app.database.read, "restore-drill"), undefined)
    mkdirSync(join(settings.dataDir, "atelier_restore_drill")) // a killed drill left it
    const { code, said } = await backupCommand(commands.drill, place, folder)
    assert.equal(code, 0, said)
    assert.match(said, /can be restored.*All checks passed/)
    assert.deepEqual(await leftovers(app, settings.dataDir), [])
    for (const name of ["backup", "restore-drill"] as const)
      assert.ok(Number(await findOperation(app.database.read, name)) > 0, name)
  },
)

/** What a drill finds, each with the statement or the damage that causes it. */
const faults: Record<string, [damage: string, says: RegExp]> = {
  "a price": ["update purchases set discount_cents = discount_cents + 1", /pur\w*: its discount and its amount are not/],
  "a charge": ["update purchases set charged_cents = charged_cents + 1 where charged_cents > 0", /another amount than its own was charged/],
  "a comped sale": ["update purchases set state = 'comped' where amount_cents > 0", /for nothing, and has an amount to pay/],
  "a gift": ["update gift_codes set spent_cents = spent_cents + 1, balance_cents = balance_cents + 1", /holds or spent another amount/],
  "the uses": ["update gift_codes set uses = uses + 1", /counts other uses/],
  "units": ["update offers set stock_limit = 5, units_taken = units_taken + 1", /counts other units/],
  "stock": ["update offers set stock_limit = 0, units_taken = 1", /sold more units than it has/],
  "a sealed text": ["update gift_codes set code_sealed = 'k.x'", /The secret key does not open gift_codes\.code_sealed/],
} // biome-ignore format: a table

onSqlite(
  "a drill fails with a sentence for each rule that the restored rows violate, and removes the copy",
  async (t, kind) => {
    const { app, settings, folder } = await sellingAt(t, kind)
    while ((await runDueJobs(app, jobs)) > 0);
    await app.database.transaction((db) => sql`update gift_codes set kind = 'amount'`.execute(db))
    await takeBackup(settings, { folder: `${folder}-whole` }, silentLog)
    await drillRestore(settings, { folder: `${folder}-whole` }, silentLog)
    const noted = await findOperation(app.database.read, "restore-drill")
    let number = 0
    for (const [what, [damage, says]] of Object.entries(faults)) {
      const other = { ...settings, databaseUrl: `sqlite:${join(temporaryFolder(t), "copy.db")}` }
      const path = other.databaseUrl.slice("sqlite:".length)
      const whole = new DatabaseSync(settings.databaseUrl.slice("sqlite:".length))
      whole.prepare("vacuum into ?").run(path)
      whole.close()
      const changed = new DatabaseSync(path)
      assert.ok(Number(changed.prepare(damage).run().changes) > 0, what)
      changed.close()
      number += 1
      const damaged = `${folder}-${number}`
      await takeBackup(other, { folder: damaged }, silentLog)
      await assert.rejects(drillRestore(settings, { folder: damaged }, silentLog), says, what)
      assert.deepEqual(await leftovers(app, settings.dataDir), [])
    }
    assert.equal(await findOperation(app.database.read, "restore-drill"), noted, "a failure notes no time")
  },
)

onSqlite("a drill of a damaged backup fails, and one of a pool needs the pool and the identity", async (t, kind) => {
  const { place, settings, folder } = await sellingAt(t, kind)
  await takeBackup(settings, { folder }, silentLog)
  rmSync(join(folder, "secret.key"))
  const { code, said } = await backupCommand(commands.drill, place, folder)
  assert.deepEqual([code, said], [1, "The backup is incomplete: secret.key cannot be read.\n"])

  const identity = await generateIdentity()
  const file = join(temporaryFolder(t), "identity")
  writeFileSync(file, identity)
  const pool = join(folder, "../pool")
  const recipients = [await identityToRecipient(identity)]
  await takeBackup(settings, { folder: `${folder}-2`, pool, encryptTo: recipients }, silentLog)
  const instead = { "/backups/2026-11-20": `${folder}-2`, "/backups/pool": pool, "/keys/backup.txt": file }
  const drilled = await runScript(
    handbook("npm run restore-drill -- /backups/2026-11-20 --pool /backups/pool --identity /keys/backup.txt", instead),
    place,
  )
  assert.equal(drilled.code, 0, drilled.said)
})
