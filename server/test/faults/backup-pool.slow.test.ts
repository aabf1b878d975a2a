import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { buffer } from "node:stream/consumers"
import { type TestContext, test } from "node:test"
import fc from "fast-check"
import { readSettings } from "#config/settings.ts"
import { fillEmptyDatabase } from "#start/demo/demo-data.ts"
import { findOperation } from "#storage/operation-marks.ts"
import { handbook } from "#test/support/basics/handbook.ts"
import { onBothDatabases, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { backupCommand, newPlace, openAt, type Place } from "#test/support/worlds/backup-world.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { withHold } from "../../src/backups/backup-hold.ts"
import { findFaults, openBackup } from "../../src/backups/read-backup.ts"
import { restoreBackup } from "../../src/backups/restore-backup.ts"
import { takeBackup } from "../../src/backups/take-backup.ts"
import type { RunningApp } from "../../src/start/app.ts"

const commands = {
  pooled: handbook("npm run backup -- /backups/2026-11-20 --pool /backups/pool --keep 14"),
  verify: handbook("npm run verify-backup -- /backups/2026-11-20 --pool /backups/pool"),
  restorePooled: handbook("npm run restore -- /backups/2026-11-20 --pool /backups/pool"),
}

/** Every file below a folder, by its path there. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

/** A service with the demo data, and a folder for its backups. */
async function demoAt(t: TestContext, place: Place) {
  const app = await openAt(t, place)
  await fillEmptyDatabase(app)
  const account = await app.database.read.selectFrom("accounts").select("id").executeTakeFirstOrThrow()
  const caller = { kind: "person", accountId: account.id, workspaceSlug: "studio" } as const
  const put = async (name: string) => {
    const file = { name, contentType: "text/plain", bytes: randomBytes(5_000) }
    const { id } = await putDriveFile(app, caller, file)
    const row = await app.database.read
      .selectFrom("files")
      .select("blob_key")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
    return row.blob_key
  }
  return { app, put, settings: readSettings(place), backups: temporaryFolder(t) }
}

async function removeFile({ app }: { app: RunningApp }, blobKey: string): Promise<void> {
  await app.database.transaction((db) => db.deleteFrom("files").where("blob_key", "=", blobKey).execute())
}

onBothDatabases(
  "a second backup copies only new blobs into the pool, and each restores its own files",
  async (t, kind) => {
    const place = await newPlace(t, kind)
    const demo = await demoAt(t, place)
    const [first, second] = [join(demo.backups, "1"), join(demo.backups, "2")]
    const pool = join(demo.backups, "pool")
    const early = await demo.put("early.txt")
    const before = await backupCommand(commands.pooled, place, first)
    assert.equal(before.code, 0, before.said)
    const stored = filesIn(pool).filter((name) => name.startsWith("plain/"))
    assert.ok(stored.includes(`plain/${early}`))
    for (const name of stored) utimesSync(join(pool, name), 1, 1)

    const late = await demo.put("late.txt")
    const after = await backupCommand(commands.pooled, place, second)
    assert.equal(after.code, 0, after.said)
    assert.match(after.said, /New in the pool or the backup: 1 file of 5000 bytes/)
    const added = filesIn(pool).filter((name) => !stored.includes(name) && name.startsWith("plain/"))
    assert.deepEqual(added, [`plain/${late}`])
    assert.deepEqual([existsSync(join(first, "blobs")), existsSync(join(second, "blobs"))], [false, false])

    const verified = await backupCommand(commands.verify, place, second)
    assert.equal(verified.code, 0, verified.said)
    for (const [folder, has] of [
      [first, [early]],
      [second, [early, late]],
    ] as const) {
      // biome-ignore format: one thought
      const there = await newPlace(t, kind)
      const restored = await backupCommand(commands.restorePooled, there, folder)
      assert.equal(restored.code, 0, restored.said)
      const again = await openAt(t, there)
      for (const key of has) {
        assert.ok((await buffer(await again.blobs.read(key))).equals(await buffer(await demo.app.blobs.read(key))))
      }
      await assert.rejects(again.blobs.read(has.length === 1 ? late : "files/none"), { code: "not_found" })
    }
  },
)

test("verify-backup finds a flipped byte in any file of a backup and its pool", async (t) => {
  const { settings, backups } = await demoAt(t, await newPlace(t, "sqlite"))
  const [folder, pool] = [join(backups, "1"), join(backups, "pool")]
  await takeBackup(settings, { folder, pool }, silentLog)
  const faults = async () => openBackup(settings, { folder, pool }).then(findFaults, (error: Error) => [error.message])
  assert.deepEqual(await faults(), [])
  const files = filesIn(backups).filter((name) => name !== "pool/plain.jsonl") // it is only a memory of the next backup
  for (const name of ["1/database", "1/manifest.json", "1/manifest.sha256", "1/blobs.jsonl", "1/secret.key"])
    assert.ok(files.includes(name), name)
  for (const name of files) {
    const path = join(backups, name)
    const whole = readFileSync(path)
    const spot = fc.record({ at: fc.nat(whole.length - 1), bit: fc.nat(7) })
    await fc.assert(
      fc.asyncProperty(spot, async ({ at, bit }) => {
        const flipped = Buffer.from(whole)
        flipped[at] = (whole[at] ?? 0) ^ (1 << bit)
        writeFileSync(path, flipped)
        const found = await faults()
        writeFileSync(path, whole)
        assert.equal(found.length, 1, `${name}, byte ${at}`)
      }),
      { numRuns: 5 },
    )
  }
  assert.deepEqual(await faults(), [])
})

test("verifying reports every damaged file, and a blob that is damaged in the pool is copied again once it is removed", async (t) => {
  const place = await newPlace(t, "sqlite")
  const demo = await demoAt(t, place)
  const [folder, pool] = [join(demo.backups, "1"), join(demo.backups, "pool")]
  const [cut, gone] = [await demo.put("cut.txt"), await demo.put("gone.txt")]
  await takeBackup(demo.settings, { folder, pool }, silentLog)
  writeFileSync(join(pool, "plain", cut), "x")
  rmSync(join(pool, "plain", gone))
  const { code, said } = await backupCommand(commands.verify, place, folder)
  assert.equal(code, 1)
  assert.ok(said.includes(`The backup is damaged: plain/${cut} is not as it was written.\n`), said)
  assert.ok(said.includes(`The backup is incomplete: plain/${gone} cannot be read.\n`), said)

  const next = await takeBackup(demo.settings, { folder: join(demo.backups, "2"), pool }, silentLog)
  assert.equal(next.copied.count, 2, "a lost blob, and one whose size changed")
  assert.deepEqual(await findFaults(await openBackup(demo.settings, { folder, pool })), [])
})

test("--keep removes the oldest backups and the pool's blobs that no kept backup names, and never this backup", async (t) => {
  const demo = await demoAt(t, await newPlace(t, "sqlite"))
  const pool = join(demo.backups, "pool")
  const [doomed, kept] = [await demo.put("doomed.txt"), await demo.put("kept.txt")]
  const take = (name: string, keep?: number) =>
    takeBackup(demo.settings, { folder: join(demo.backups, name), pool, keep }, silentLog)
  await take("1")
  await removeFile(demo, doomed)
  await take("2")
  // A killed backup, and files of others.
  mkdirSync(join(demo.backups, "killed"))
  writeFileSync(join(demo.backups, "killed", "unfinished"), "")
  writeFileSync(join(demo.backups, "killed", "database"), "x")
  mkdirSync(join(demo.backups, "notes"))
  writeFileSync(join(demo.backups, "notes", "database"), "x")

  assert.deepEqual((await take("3", 2)).expired, { backups: ["1"], blobs: 1 })
  assert.deepEqual(
    readdirSync(demo.backups).filter((name) => !name.startsWith(".")),
    ["2", "3", "notes", "pool"],
  )
  assert.deepEqual([existsSync(join(pool, "plain", doomed)), existsSync(join(pool, "plain", kept))], [false, true])
  assert.deepEqual((await take("4", 1)).expired, { backups: ["3", "2"], blobs: 0 })
  assert.deepEqual(await findFaults(await openBackup(demo.settings, { folder: join(demo.backups, "4"), pool })), [])
})

test("--keep removes nothing while another backup runs", async (t) => {
  const demo = await demoAt(t, await newPlace(t, "sqlite"))
  const pool = join(demo.backups, "pool")
  const take = (name: string, keep?: number) =>
    takeBackup(demo.settings, { folder: join(demo.backups, name), pool, keep }, silentLog)
  await take("1")
  await withHold(demo.settings, silentLog, async () => {
    assert.equal((await take("2", 1)).expired, undefined)
  })
  assert.ok(existsSync(join(demo.backups, "1", "manifest.json")))
  await withHold(demo.settings, silentLog, (hold) =>
    hold.alone(() => assert.rejects(take("3"), /Another backup is removing expired ones/)),
  )
})

test("a backup whose expiry fails is complete and noted, and its exit code is 2", async (t) => {
  const place = await newPlace(t, "sqlite")
  const demo = await demoAt(t, place)
  const pool = join(demo.backups, "pool")
  await takeBackup(demo.settings, { folder: join(demo.backups, "1"), pool }, silentLog)
  const unnoted = await findOperation(demo.app.database.read, "backup")
  writeFileSync(join(demo.backups, "1", "manifest.json"), "{}")
  const stored = filesIn(pool)
  const { code, said } = await backupCommand(commands.pooled, place, join(demo.backups, "2"))
  assert.equal(code, 2, said)
  assert.match(said, /^The backup in .*2 is complete/)
  assert.match(said, /^Removing expired backups failed: No backup was removed, because 1 cannot be read\..*damaged/m)
  assert.deepEqual(filesIn(pool), stored)
  assert.notEqual(await findOperation(demo.app.database.read, "backup"), unnoted)
})

test("--keep reads no folder that is no backup", async (t) => {
  const demo = await demoAt(t, await newPlace(t, "sqlite"))
  mkdirSync(join(demo.backups, "archive", "1"), { recursive: true })
  writeFileSync(join(demo.backups, "archive", "1", "manifest.json"), "{}")
  mkdirSync(join(demo.backups, "lost+found"))
  writeFileSync(join(demo.backups, "lost+found", "manifest.json"), "{}")
  const { expired } = await takeBackup(demo.settings, { folder: join(demo.backups, "2"), keep: 1 }, silentLog)
  assert.deepEqual(expired, { backups: [], blobs: 0 })
})

test("a backup is refused with a pool elsewhere, and not restored without its pool", async (t) => {
  const demo = await demoAt(t, await newPlace(t, "sqlite"))
  const folder = join(demo.backups, "1")
  const elsewhere = takeBackup(demo.settings, { folder, pool: temporaryFolder(t) }, silentLog)
  await assert.rejects(elsewhere, /The pool must be in .*, beside its backups/)
  assert.equal(existsSync(folder), false)
  await takeBackup(demo.settings, { folder, pool: join(demo.backups, "pool") }, silentLog)
  const there = readSettings(await newPlace(t, "sqlite"))
  await assert.rejects(restoreBackup(there, { folder }), /in a pool: say where, with --pool/)
  await assert.rejects(restoreBackup(there, { folder: `${folder}0` }), /There is no folder/)
})

test("a backup whose target fails in the middle is none, and says why", async (t) => {
  const place = await newPlace(t, "sqlite")
  const demo = await demoAt(t, place)
  const folder = join(demo.backups, "1")
  await takeBackup(demo.settings, { folder, pool: join(demo.backups, "pool") }, silentLog)
  const broken = temporaryFolder(t)
  cpSync(join(demo.backups, "pool"), join(broken, "pool"), { recursive: true })
  rmSync(join(broken, "pool", "plain"), { recursive: true })
  writeFileSync(join(broken, "pool", "plain"), "a file where a folder should be")
  const { code, said } = await backupCommand(commands.pooled, place, join(broken, "1"))
  assert.equal(code, 1)
  assert.match(said, /ENOTDIR|EEXIST/)
  assert.equal(existsSync(join(broken, "1", "manifest.json")), false)
  await assert.rejects(openBackup(demo.settings, { folder: join(broken, "1") }), /no complete backup/)
})
