import assert from "node:assert/strict"
import { test } from "node:test"
import { addOfferFile, isFileNeeded, publishOffer, removeOfferFile } from "#domains/handover/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { dayMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { draftOffer, insertPurchase } from "#test/support/selling/shop.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { holdBlobs, releaseBlobs } from "./files/blob-hold-store.ts"
import {
  createFolder,
  downloadFile,
  editFile,
  editFolder,
  findDriveDownload,
  findFile,
  restoreFile,
  restoreFolder,
  searchDriveFiles,
  sweepDriveTrash,
  trashFile,
  trashFolder,
} from "./index.ts"
import { findStorage } from "./storage/storage-store.ts"

function drive({ act, app, callers }: World, who: keyof World["callers"] = "member") {
  const caller = callers[who]
  return {
    upload: (name: string, folderId: string | null = null) =>
      putDriveFile(app, caller, { name, folderId, bytes: "bytes" }),
    folder: async (name: string, parentId: string | null = null) =>
      (await act(caller, createFolder, { name, parentId })).id,
    edit: (id: string, changes: object) => act(caller, editFolder, { id, ...changes }),
    search: (input: object = {}) => act(caller, searchDriveFiles, input),
    trash: (id: string) => act(caller, trashFile, { id }),
    restore: (id: string) => act(caller, restoreFile, { id }),
    trashFolder: (id: string) => act(caller, trashFolder, { id }),
    restoreFolder: (id: string) => act(caller, restoreFolder, { id }),
    download: (id: string) => act(caller, downloadFile, { id }),
  }
}

onBothDatabases("files are found by name and by folder, with their paths", async (t, kind) => {
  const here = await world(t, kind)
  const clients = await drive(here).folder("Clients")
  const bo = await drive(here).folder("Bo", clients)
  await drive(here).upload("Ärger.pdf", bo)
  await drive(here).upload("at the top.pdf")
  await drive(here).upload("100%.txt", clients)

  const found = async (input: object) => (await drive(here, "viewer").search(input)).files.map(({ name }) => name)
  assert.deepEqual(await found({ query: "ärG" }), ["Ärger.pdf"])
  assert.deepEqual(await found({ query: "0%" }), ["100%.txt"])
  assert.deepEqual(await found({ query: "%" }), [])
  assert.deepEqual((await found({ folderPath: "/Clients" })).toSorted(), ["100%.txt", "Ärger.pdf"])
  assert.deepEqual(await found({ folderPath: "Clients/Bo/" }), ["Ärger.pdf"])
  await assert.rejects(found({ folderPath: "/Nobody" }), { code: "not_found" })

  const { files, folders } = await drive(here).search({ query: "pdf", folderPath: "/Clients" })
  assert.deepEqual(folders, ["/Clients/Bo"])
  assert.equal(files[0]?.folderPath, "/Clients/Bo")
  assert.equal(files[0]?.sizeBytes, 5)
  assert.deepEqual((await drive(here, "stranger").search()).files, [])
})

onSqlite("a folder and a file are not called like the folder above, or like nothing", async (t, kind) => {
  const here = await world(t, kind)
  const { id } = await drive(here).upload("a.txt")
  const folder = await drive(here).folder("Art")
  for (const name of [".", "..", "...", " . ", "\u200e.", "\u200e"]) {
    const fault = { code: "invalid_request", message: "`name` must contain more than dots." }
    await assert.rejects(drive(here).folder(name), fault, JSON.stringify(name))
    await assert.rejects(drive(here).edit(folder, { name }), fault)
    await assert.rejects(here.act("member", editFile, { id, name }), fault)
  }
  await drive(here).folder(".well-known")
})

onBothDatabases("pages of a search hold each file once", async (t, kind) => {
  const here = await world(t, kind)
  for (let n = 0; n < 5; n += 1) await drive(here).upload(`${n}.txt`)

  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await drive(here).search({ limit: 2, ...(cursor && { cursor }) })
    seen.push(...page.files.map(({ name }) => name))
    cursor = page.nextCursor
  } while (cursor)
  assert.deepEqual(seen.toSorted(), ["0.txt", "1.txt", "2.txt", "3.txt", "4.txt"])
})

onBothDatabases("a folder is never moved into itself, also by parallel moves", async (t, kind) => {
  const here = await world(t, kind)
  const a = await drive(here).folder("a")
  const b = await drive(here).folder("b")
  await assert.rejects(drive(here).edit(a, { parentId: a }), { code: "conflict" })

  const moves = await Promise.allSettled([
    drive(here).edit(a, { parentId: b }),
    drive(here, "admin").edit(b, { parentId: a }),
  ])

  assert.deepEqual(moves.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"])
})

onSqlite("folders have unique names, are 20 deep at most, and stay in their workspace", async (t, kind) => {
  const here = await world(t, kind)
  let parent: string | null = null
  const first = await drive(here).folder("level")
  parent = first
  for (let depth = 2; depth <= 20; depth += 1) parent = await drive(here).folder("level", parent)
  await assert.rejects(drive(here).folder("level", parent), { code: "conflict" })
  await assert.rejects(drive(here).folder("level"), { code: "conflict" })
  const other = await drive(here).folder("other")
  await assert.rejects(drive(here).edit(first, { parentId: other }), { code: "conflict" }, "21 deep")
  await assert.rejects(drive(here).edit(other, { name: "level" }), { code: "conflict" })
  await assert.rejects(drive(here).folder("../up"), { code: "invalid_request" })
  await assert.rejects(drive(here).folder(" "), { code: "invalid_request" })
  await assert.rejects(drive(here).folder("x".repeat(256)), {
    message: /`name` is too long; use at most 255 characters/,
  })
  await assert.rejects(drive(here).edit(other, { name: "é".repeat(256) }), { code: "invalid_request" })
  await drive(here).edit(other, { name: "😀".repeat(255) })

  await assert.rejects(drive(here, "stranger").folder("x", first), { code: "not_found" })
  await assert.rejects(drive(here, "stranger").edit(first, { name: "x" }), { code: "not_found" })
  await assert.rejects(drive(here, "stranger").trashFolder(first), { code: "not_found" })
  await assert.rejects(drive(here, "stranger").upload("x", first), { code: "not_found" })
  await assert.rejects(drive(here, "viewer").folder("x"), { code: "workspace_forbidden" })
})

onBothDatabases("a folder is trashed with its content, and restored with it", async (t, kind) => {
  const here = await world(t, kind)
  const outer = await drive(here).folder("outer")
  const inner = await drive(here).folder("inner", outer)
  await drive(here).upload("deep.txt", inner)
  const early = await drive(here).upload("early.txt", inner)
  await drive(here).trash(early.id)
  here.clock.advance(1)

  await drive(here).trashFolder(outer)
  assert.deepEqual((await drive(here).search()).files, [])
  await assert.rejects(drive(here).upload("x", inner), { code: "not_found" })
  await drive(here).folder("outer")

  const { name } = await drive(here).restoreFolder(outer)
  assert.equal(name, "outer (2)")
  const { files } = await drive(here).search({ folderPath: "/outer (2)" })
  assert.deepEqual(valuesOf(files, "name"), ["deep.txt"], "what was trashed before stays there")
  await drive(here).restore(early.id)
  assert.equal((await drive(here).search({ folderPath: "/outer (2)/inner" })).files.length, 2)
})

onSqlite("a trashed file can be restored for 30 days, then its bytes and room are released", async (t, kind) => {
  const here = await world(t, kind)
  const { id } = await drive(here).upload("a.txt")
  await drive(here).trash(id)
  await drive(here).upload("a.txt")

  here.clock.advance(30 * dayMs - 1)
  await sweepDriveTrash(here.cx, isFileNeeded)
  assert.equal((await drive(here).restore(id)).name, "a (2).txt")
  await drive(here).trash(id)
  const blobKey = String((await findFile(here.cx, here.workspaceId, id))?.blob_key)
  assert.equal((await findStorage(here.cx, here.workspaceId)).used_bytes, 10)

  here.clock.advance(30 * dayMs)
  await sweepDriveTrash(here.cx, isFileNeeded)
  await runDueJobs(here.app, jobs)
  await assert.rejects(drive(here).restore(id), { code: "not_found" })
  await assert.rejects(here.app.blobs.read(blobKey), { code: "not_found" })
  assert.equal((await findStorage(here.cx, here.workspaceId)).used_bytes, 5)
})

onBothDatabases("sold files stay, however long they are in the trash", async (t, kind) => {
  const here = await world(t, kind)
  const { act, cx, clock } = here
  const sold = await drive(here).upload("sold.txt")
  const drafted = await drive(here).upload("drafted.txt")
  const draft = await draftOffer(here)
  for (const { id: fileId } of [sold, drafted]) await act("member", addOfferFile, { offerId: draft.id, fileId })
  const take = async (fileId: string) => {
    const row = await cx.db.selectFrom("offer_files").select("id").where("file_id", "=", fileId).executeTakeFirst()
    await act("member", removeOfferFile, { offerId: draft.id, key: String(row?.id) })
  }
  await take(drafted.id)
  await insertPurchase(here, await act("member", publishOffer, { id: draft.id }))
  const { id: next } = await drive(here).upload("next.txt")
  await act("member", addOfferFile, { offerId: draft.id, fileId: next })
  await take(sold.id)
  await drive(here).trash(sold.id)
  await drive(here).trash(drafted.id)
  const again = act("member", addOfferFile, { offerId: draft.id, fileId: sold.id })
  await assert.rejects(again, { code: "not_found" }, "nothing in the trash can be offered")

  for (let month = 1; month <= 2; month += 1) {
    clock.advance(31 * dayMs)
    await sweepDriveTrash(cx, isFileNeeded)
  }

  assert.equal((await findFile(cx, here.workspaceId, sold.id))?.name, "sold.txt")
  assert.equal(await findFile(cx, here.workspaceId, drafted.id), undefined)
})

onSqlite(
  "the bytes of a deleted file stay for as many days as the settings say, and its room is free at once",
  async (t, kind) => {
    const here = await world(t, kind)
    const app = { ...here.app, blobsKeptMs: 7 * dayMs }
    const { id } = await drive(here).upload("a.txt")
    const blobKey = String((await findFile(here.cx, here.workspaceId, id))?.blob_key)
    await drive(here).trash(id)
    here.clock.advance(31 * dayMs)
    await sweepDriveTrash(here.cx, isFileNeeded)
    while ((await runDueJobs(app, jobs)) > 0);
    assert.equal((await findStorage(here.cx, here.workspaceId)).used_bytes, 0)

    here.clock.advance(7 * dayMs - 1)
    await runDueJobs(app, jobs)
    assert.equal(Buffer.concat(await (await app.blobs.read(blobKey)).toArray()).length, 5)
    here.clock.advance(1)
    await runDueJobs(app, jobs)
    await assert.rejects(app.blobs.read(blobKey), { code: "not_found" })
  },
)

onBothDatabases("no bytes are removed while a backup holds them, until it ends or is killed", async (t, kind) => {
  const here = await world(t, kind)
  const { app, cx, clock } = here
  const file = await drive(here).upload("a.txt")
  const { blob_key } = await app.database.read.selectFrom("files").selectAll().executeTakeFirstOrThrow()
  const isThere = () =>
    app.blobs.read(blob_key).then(
      (bytes) => Boolean(bytes.destroy()),
      () => false,
    )
  await drive(here).trash(file.id)
  clock.advance(31 * dayMs)
  await cx.atomically((cx) => holdBlobs(cx, "killed"))
  await cx.atomically((cx) => holdBlobs(cx, "backup"))
  await sweepDriveTrash(cx, async () => false)
  await runDueJobs(app, jobs)
  assert.equal(await findFile(cx, here.workspaceId, file.id), undefined)
  assert.equal(await isThere(), true)

  await cx.atomically((cx) => releaseBlobs(cx, "backup"))
  clock.advance(10 * 60_000)
  await runDueJobs(app, jobs)
  assert.equal(await isThere(), true, "another backup holds them still")

  clock.advance(60 * 60_000)
  await runDueJobs(app, jobs)
  assert.equal(await isThere(), false)
})

test("an address opens a file for five minutes, for a member only", async (t) => {
  const here = await world(t)
  const { cx, clock, app, callers } = here
  const { id } = await drive(here).upload("a.txt")
  const addressOf = async () => new URL((await drive(here, "viewer").download(id)).url).pathname.slice("/files/".length)
  const address = await addressOf()

  assert.equal((await findDriveDownload(cx, address))?.name, "a.txt")
  for (const changed of [
    address.replace(id, `${id}x`),
    `${address.slice(0, -1)}${address.endsWith("A") ? "B" : "A"}`,
  ]) {
    await assert.rejects(findDriveDownload(cx, changed), { code: "not_found" })
  }
  clock.advance(5 * 60_000)
  await assert.rejects(findDriveDownload(cx, address), { code: "not_found" })
  clock.advance(-3_600_000)
  await assert.rejects(findDriveDownload(cx, address), { code: "not_found" }, "a clock that is set back opens nothing")

  const fresh = await addressOf()
  await app.database.transaction((db) =>
    db
      .deleteFrom("members")
      .where("account_id", "=", callers.viewer.kind === "person" ? callers.viewer.accountId : "")
      .execute(),
  )
  await assert.rejects(findDriveDownload(cx, fresh), { code: "not_found" }, "a removal bites at once")
  await assert.rejects(drive(here, "stranger").download(id), { code: "not_found" })
})
