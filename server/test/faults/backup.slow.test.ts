import assert from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { type TestContext, test } from "node:test"
import { Renderer } from "@takumi-rs/core"
import { sql } from "kysely"
import { anonymous, type Caller } from "#access/context.ts"
import { perform, systemContext } from "#access/perform.ts"
import type { Sandbox } from "#adapters/payments/sandbox/sandbox.ts"
import { readSettings } from "#config/settings.ts"
import {
  beginUpload,
  continueUpload,
  createUploadLink,
  getUploadState,
  sweepDriveTrash,
  trashFile,
} from "#domains/drive/index.ts"
import {
  enqueueListings,
  enqueueStuckPurchases,
  findCover,
  listOffers,
  setOfferCover,
  startCheckout,
} from "#domains/handover/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { fillEmptyDatabase } from "#start/demo/demo-data.ts"
import type { Database } from "#storage/database.ts"
import { handbook } from "#test/support/basics/handbook.ts"
import { until } from "#test/support/basics/until.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { dumpOf } from "#test/support/databases/dump.ts"
import { schemaOf } from "#test/support/databases/schema-of.ts"
import { onBothDatabases, openDatabase, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { backupCommand, newPlace, openAt, type Place } from "#test/support/worlds/backup-world.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openBackup } from "../../src/backups/read-backup.ts"
import { restoreBackup } from "../../src/backups/restore-backup.ts"
import { takeBackup } from "../../src/backups/take-backup.ts"
import type { RunningApp } from "../../src/start/app.ts"

const commands = {
  backup: handbook("npm run backup -- /backups/2026-11-20"),
  restore: handbook("npm run restore -- /backups/2026-11-20"),
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex")

async function adaAt({ database }: RunningApp): Promise<Caller> {
  const { id } = await database.read.selectFrom("accounts").select("id").executeTakeFirstOrThrow()
  return { kind: "person", accountId: id, workspaceSlug: "studio" }
}

async function store(app: RunningApp, ada: Caller, name: string) {
  const bytes = randomBytes(20_000)
  const { id } = await putDriveFile(app, ada, { name, contentType: "text/plain", bytes })
  return { id, sha256: sha256(bytes) }
}

/** Stores files continuously, and removes others for good. `kept` contains the acknowledged files that stay. */
function underLoad(app: RunningApp, ada: Caller) {
  const kept = new Map<string, string>()
  let isOver = false
  const keep = async () => {
    while (!isOver) {
      const file = await store(app, ada, "kept.bin")
      kept.set(file.id, file.sha256)
    }
  }
  const remove = async () => {
    while (!isOver) {
      const { id } = await store(app, ada, "doomed.bin")
      await perform({ app, caller: ada }, trashFile, { id })
      const longAgo = { deleted_at: app.now() - 31 * 86_400_000 }
      await app.database.transaction((db) => db.updateTable("files").set(longAgo).where("id", "=", id).execute())
      await sweepDriveTrash(systemContext(app), async () => false)
      await runDueJobs(app, jobs)
    }
  }
  const running = Promise.all([keep(), keep(), remove()])
  return {
    kept,
    stop: () => {
      isOver = true
      return running
    },
  }
}

/** Gives the demo's offer a cover. Returns the last part of its address. */
async function coverDemoOffer(app: RunningApp, ada: Caller): Promise<string> {
  const [width, height] = [60, 40]
  const png = await new Renderer().render({ type: "container", style: { width, height } }, { width, height })
  const file = { name: "a.png", contentType: "image/png", bytes: png }
  const { id: fileId } = await putDriveFile(app, ada, file)
  const [offer] = (await perform({ app, caller: ada }, listOffers, {})).items
  const { cover } = await perform({ app, caller: ada }, setOfferCover, { offerId: offer?.id ?? "", fileId })
  return cover?.url.split("/").at(-1) ?? ""
}

async function halfUpload(app: RunningApp, ada: Caller, bytes: Buffer) {
  const { url } = await perform({ app, caller: ada }, createUploadLink, {})
  const token = new URL(url).pathname.split("/").at(-1) ?? ""
  const begun = { token, name: "half.bin", contentType: undefined, lengthBytes: bytes.length }
  const { uploadId } = await perform({ app, caller: anonymous }, beginUpload, begun)
  const sendPart = (app: RunningApp, offsetBytes: number, end: number) =>
    perform({ app, caller: anonymous }, continueUpload, {
      token,
      uploadId,
      offsetBytes,
      bytes: Readable.from([bytes.subarray(offsetBytes, end)]),
    })
  await sendPart(app, 0, bytes.length / 2)
  return { token, uploadId, sendPart }
}

onBothDatabases("a backup under load has everything acknowledged before it, each blob intact", async (t, kind) => {
  const here = await newPlace(t, kind)
  const app = await openAt(t, here)
  await fillEmptyDatabase(app)
  const ada = await adaAt(app)
  const cover = await coverDemoOffer(app, ada)
  const whole = randomBytes(10_000)
  const { token, uploadId, sendPart } = await halfUpload(app, ada, whole)
  const load = underLoad(app, ada)
  await until(async () => load.kept.size >= 10)
  const acknowledged = new Map(load.kept)

  const folder = join(temporaryFolder(t), "backup")
  const taken = await backupCommand(commands.backup, here, folder)
  await sendPart(app, whole.length / 2, whole.length) // the upload ends here, after the backup
  await load.stop()
  assert.equal(taken.code, 0, taken.said)
  assert.match(taken.said, /is complete.*The secret key is in it/)
  assert.equal(statSync(join(folder, "secret.key")).mode & 0o777, 0o600)

  const there = await newPlace(t, kind)
  const restored = await backupCommand(commands.restore, there, folder)
  assert.equal(restored.code, 0, restored.said)
  const again = await openAt(t, there)
  const files = await again.database.read.selectFrom("files").selectAll().execute()
  const found = new Map(files.map((file) => [file.id, file.sha256]))
  for (const [id, digest] of acknowledged) assert.equal(found.get(id), digest)
  for (const file of files) assert.equal(sha256(await buffer(await again.blobs.read(file.blob_key))), file.sha256)
  assert.ok(files.length > acknowledged.size)
  const shown = await findCover(systemContext(again), cover)
  assert.equal(sha256(await buffer(await again.blobs.read(shown?.blobKey ?? ""))), shown?.sha256)

  const { offsetBytes } = await perform({ app: again, caller: anonymous }, getUploadState, { token, uploadId })
  assert.equal(offsetBytes, whole.length / 2)
  await sendPart(again, offsetBytes, whole.length)
  const half = await again.database.read.selectFrom("files").selectAll().where("name", "=", "half.bin").execute()
  assert.deepEqual(valuesOf(half, "sha256"), [sha256(whole)])

  await assert.rejects(restoreBackup(readSettings(there), { folder }), /The database is not empty/)
})

test("payments after the backup are delivered, for a checkout in the backup and for a later one", async (t) => {
  const here = await newPlace(t, "sqlite")
  const app = await openAt(t, here)
  await fillEmptyDatabase(app)
  const wish = { key: "demo", buyerEmail: "bo@example.com" }
  const { sessionId } = (await perform({ app, caller: anonymous }, startCheckout, wish)) as { sessionId: string }
  const folder = join(temporaryFolder(t), "backup")
  await takeBackup(readSettings(here), { folder }, silentLog)
  const late = { key: "demo", buyerEmail: "cy@example.com" }
  const { sessionId: lateSession } = (await perform({ app, caller: anonymous }, startCheckout, late)) as {
    sessionId: string
  }
  for (const id of [sessionId, lateSession]) await (app.payments as Sandbox).pay(id, { card: "4242424242424242" })

  const there = await newPlace(t, "sqlite")
  await restoreBackup(readSettings(there), { folder })
  // The processor's own state is not part of the backup, and has moved on.
  cpSync(String(here.SVC_DATA_DIR), String(there.SVC_DATA_DIR), {
    recursive: true,
    filter: (path) => path === here.SVC_DATA_DIR || path.includes("sandbox.db"),
  })
  const again = await openAt(t, there)
  const purchases = async () => {
    const rows = again.database.read.selectFrom("purchases").select(["buyer_email", "state"]).orderBy("buyer_email")
    return (await rows.execute()).map(({ buyer_email, state }) => `${buyer_email} ${state}`)
  }
  assert.deepEqual(await purchases(), ["bo@example.com open"])
  const later = { ...again, now: () => again.now() + 11 * 60_000 }
  await enqueueStuckPurchases(systemContext(later))
  const stuck = again.database.read.selectFrom("jobs").select("kind").where("kind", "=", "settle-purchase")
  assert.equal((await stuck.execute()).length, 1)
  await enqueueListings(systemContext(later))
  while ((await runDueJobs(later, jobs)) > 0);
  assert.deepEqual(await purchases(), ["bo@example.com fulfilled", "cy@example.com fulfilled"])
})

test("a backup that is damaged or incomplete is refused, and nothing is written", async (t) => {
  const here = await newPlace(t, "sqlite")
  await fillEmptyDatabase(await openAt(t, here))
  const there = await newPlace(t, "sqlite")
  const whole = join(temporaryFolder(t), "backup")
  await takeBackup(readSettings(here), { folder: whole }, silentLog)
  const refused = (why: RegExp, damage: (folder: string) => void) => {
    const folder = join(temporaryFolder(t), "backup")
    cpSync(whole, folder, { recursive: true })
    damage(folder)
    return assert.rejects(restoreBackup(readSettings(there), { folder }), why)
  }
  const firstBlob = (folder: string) => {
    const [line = ""] = readFileSync(join(folder, "blobs.jsonl"), "utf8").split("\n")
    return join(folder, "blobs", JSON.parse(line).key)
  }
  await refused(/no complete backup/, (folder) => rmSync(join(folder, "manifest.json")))
  await refused(/manifest.json does not fit manifest.sha256/, (folder) =>
    appendFileSync(join(folder, "manifest.json"), "x"),
  )
  await refused(/damaged: blobs\/files\/\w+ is not/, (folder) => appendFileSync(firstBlob(folder), "x"))
  await refused(/incomplete: blobs/, (folder) => rmSync(firstBlob(folder)))
  await refused(/damaged: database/, (folder) => appendFileSync(join(folder, "database"), "x"))
  await refused(/damaged: database/, (folder) => truncateSync(join(folder, "database"), 1_000))
  await refused(/damaged: secret.key/, (folder) => appendFileSync(join(folder, "secret.key"), "x"))
  assert.deepEqual(readdirSync(String(there.SVC_DATA_DIR)), [])

  await restoreBackup(readSettings(there), { folder: whole })
  assert.deepEqual(
    readFileSync(join(String(there.SVC_DATA_DIR), "secret.key")),
    readFileSync(join(whole, "secret.key")),
  )
})

test("blobs that the store already lacks are listed, and the rest is in the backup", async (t) => {
  const here = await newPlace(t, "sqlite")
  const app = await openAt(t, here)
  await fillEmptyDatabase(app)
  const files = await app.database.read.selectFrom("files").select("blob_key").execute()
  const [lost = ""] = files.map((file) => file.blob_key)
  await app.blobs.remove(lost)
  const folder = join(temporaryFolder(t), "backup")
  const {
    manifest: { missing, blobs },
  } = await takeBackup(readSettings(here), { folder }, silentLog)
  assert.deepEqual([missing, blobs.count], [[lost], files.length - 1])
  assert.deepEqual((await openBackup(readSettings(here), { folder })).manifest.missing, [lost])
})

test("a backup is refused without a database, and into a folder that is not empty", async (t) => {
  const place = await newPlace(t, "sqlite")
  const settings = readSettings(place)
  await assert.rejects(takeBackup(settings, { folder: temporaryFolder(t) }, silentLog), /There is no database at/)
  await openAt(t, place)
  await assert.rejects(
    takeBackup(settings, { folder: settings.dataDir }, silentLog),
    /is not empty; every backup takes a folder/,
  )
})

onBothDatabases(
  "a backup of a development version with another schema is restored into the present one",
  async (t, kind) => {
    const place = await newPlace(t, kind)
    const app = await openAt(t, place)
    await fillEmptyDatabase(app)
    const but = /^(migrations|commits|blob_holds|offers|docs|doc_words.*|link_pieces.*)$/
    const [rows, offers] = [await dumpOf(app.database, but), await readOffers(app)]
    await app.database.transaction(async (db) => {
      for (const change of [
        sql`update migrations set name = '0001-initial-00000000'`,
        sql`alter table offers drop column refund_terms`,
        sql`alter table docs drop column schema_number`,
        sql`alter table accounts add column motto text`,
        sql`create table badges (id text)`,
        sql`alter table purchases rename column poll_at to look_again_at`,
        sql`alter table processor_accounts rename column poll_at to look_at`,
        sql`alter table domains rename column polling_since to looking_since`,
      ])
        await change.execute(db)
    })
    const folder = temporaryFolder(t)
    assert.equal((await backupCommand(commands.backup, place, folder)).code, 0)

    const there = await newPlace(t, kind)
    await installExtensions(t, there)
    const { code, said } = await backupCommand(commands.restore, there, folder)
    assert.equal(code, 0, said)
    const moved = await openAt(t, there)
    assert.deepEqual(await findExtensions(moved), kind === "postgres" ? extensions : [])
    assert.equal(await dumpOf(moved.database, but), rows)
    assert.deepEqual(
      await readOffers(moved),
      offers.map((offer) => ({ ...offer, refund_terms: null })),
    )
    const docs = await moved.database.read.selectFrom("docs").select(["indexed_seq", "schema_number"]).execute()
    assert.ok(
      docs.length > 0 && docs.every(({ indexed_seq, schema_number }) => indexed_seq === -1 && schema_number === 1),
    )
    const empty = await newPlace(t, kind)
    await installExtensions(t, empty)
    const fresh = await openAt(t, empty)
    assert.deepEqual(await schemaOf(moved.database), await schemaOf(fresh.database))
  },
)

const extensions = ["pg_buffercache", "pg_stat_statements"]

/** Extensions of the operator, which have views in the schema public. */
async function installExtensions(t: TestContext, { SVC_DATABASE_URL: url = "" }: Place): Promise<void> {
  if (url.startsWith("sqlite:")) return
  await openDatabase(t, url).migration(async (db) => {
    for (const name of extensions) await sql`create extension ${sql.id(name)}`.execute(db)
  })
}

async function findExtensions({ database }: { database: Database }): Promise<string[]> {
  if (database.dialect === "sqlite") return []
  const { rows } = await sql<{ name: string }>`select extname as name from pg_extension
    where extnamespace = 'public'::regnamespace order by extname`.execute(database.read)
  return rows.map(({ name }) => name)
}

const readOffers = ({ database }: RunningApp) => database.read.selectFrom("offers").selectAll().orderBy("id").execute()

onBothDatabases(
  "a backup whose rows violate the present schema is not restored, and the error names the table",
  async (t, kind) => {
    const place = await newPlace(t, kind)
    const app = await openAt(t, place)
    await fillEmptyDatabase(app)
    await app.database.transaction(async (db) => {
      await sql`update migrations set name = '0001-initial-00000000'`.execute(db)
      await sql`alter table offers drop column title`.execute(db)
    })
    const folder = temporaryFolder(t)
    assert.equal((await backupCommand(commands.backup, place, folder)).code, 0)
    const there = await newPlace(t, kind)
    await installExtensions(t, there)
    for (let run = 0; run < 2; run += 1) {
      const { code, said } = await backupCommand(commands.restore, there, folder)
      assert.equal(code, 1)
      assert.match(said, /The rows of offers do not fit into the present schema: /, "nothing is left of the run before")
    }
    const left = openDatabase(t, there.SVC_DATABASE_URL ?? "")
    assert.deepEqual(await findExtensions({ database: left }), kind === "postgres" ? extensions : [])
  },
)
