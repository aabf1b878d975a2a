import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { anonymous } from "#access/context.ts"
import type { WriteDb } from "#storage/database.ts"
import { rowsOf, valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import {
  createFolder,
  createUploadLink,
  getStorage,
  listUploadLinks,
  receiveFile,
  revokeUploadLink,
  searchDriveFiles,
  trashFolder,
} from "../index.ts"

const create = ({ act }: World, input: object = {}, who: keyof World["callers"] = "member") =>
  act(who, createUploadLink, input)

const receive = ({ act }: World, url: string, bytes = Buffer.from("hello")) =>
  act(anonymous, receiveFile, {
    token: url.split("/").at(-1),
    name: "a.txt",
    contentType: "text/plain",
    bytes: Readable.from([bytes]),
  })

onSqlite("a link may be for a minute, one file and one byte, and for nothing less", async (t, kind) => {
  const here = await world(t, kind)
  const least = { expiresInMinutes: 1, maxFiles: 1, maxFileBytes: 1 }
  const { maxFiles, maxFileBytes } = await create(here, least)
  assert.deepEqual([maxFiles, maxFileBytes], [1, 1])
  for (const name of Object.keys(least))
    await assert.rejects(create(here, { ...least, [name]: 0 }), { code: "invalid_request" })
})

onSqlite("a link is for one small file in 15 minutes unless more is asked for", async (t, kind) => {
  const here = await world(t, kind)

  const { id, url, howTo, ...limits } = await create(here)

  assert.deepEqual(limits, {
    recipient: null,
    expiresAt: new Date(here.clock.now() + 15 * 60_000).toISOString(),
    folderPath: "/",
    maxFiles: 1,
    maxFileBytes: 104_857_600,
  })
  assert.ok(url.startsWith("http://localhost:3000/u/") && howTo.includes(`curl -T <file> ${url}/`))
  assert.equal((await receive(here, url)).sizeBytes, 5)
  await assert.rejects(receive(here, url), { code: "conflict" })
  const { items } = await here.act("member", listUploadLinks, {})
  assert.deepEqual(rowsOf(items, "id", "url", "filesTaken"), [[id, url, 1]])
  assert.equal((await here.act("viewer", getStorage, {})).usedBytes, 5)
})

onSqlite("files are stored in the link's folder, and refused once that is in the trash", async (t, kind) => {
  const here = await world(t, kind)
  const { act } = here
  await assert.rejects(create(here, { folderPath: "/Inbox" }), { code: "not_found" })
  const folder = await act("member", createFolder, { name: "Inbox" })
  const { url, folderPath } = await create(here, { folderPath: "Inbox/", maxFiles: 2 })
  assert.equal(folderPath, "/Inbox")
  await receive(here, url)
  const { items } = await act("member", listUploadLinks, {})
  assert.deepEqual(valuesOf(items, "folderPath"), ["/Inbox"])
  const { files } = await act("viewer", searchDriveFiles, { folderPath: "/Inbox" })
  assert.equal(files[0]?.name, "a.txt")

  await act("member", trashFolder, { id: folder.id })

  await assert.rejects(receive(here, url), { status: 410 })
})

onBothDatabases("links are listed by their files or their end, page by page", async (t, kind) => {
  const here = await world(t, kind)
  const made: string[] = []
  for (const [expiresInMinutes, files] of [
    [60, 1],
    [1440, 0],
    [15, 2],
  ] as const) {
    const { id, url } = await create(here, { expiresInMinutes, maxFiles: 3 })
    made.push(id)
    for (let sent = 0; sent < files; sent += 1) await receive(here, url)
    here.clock.advance(1)
  }
  const [first, second, third] = made
  const listed = async (input: object) => {
    const { items, nextCursor } = await here.act("member", listUploadLinks, { ...input, limit: 2 })
    const { items: rest } = await here.act("member", listUploadLinks, { ...input, limit: 2, cursor: nextCursor })
    return valuesOf([...items, ...rest], "id")
  }
  assert.deepEqual(await listed({}), [third, second, first])
  assert.deepEqual(await listed({ sort: "-files_taken" }), [third, first, second])
  assert.deepEqual(await listed({ sort: "expires_at" }), [third, first, second])
  await assert.rejects(here.act("member", listUploadLinks, { sort: "max_files" }), { code: "invalid_request" })
})

onBothDatabases("members end their own links, admins all, strangers none", async (t, kind) => {
  const here = await world(t, kind)
  const { act } = here
  const theirs = await create(here, {}, "admin")
  const ours = await create(here)
  const revoke = (who: keyof World["callers"], id: string) => act(who, revokeUploadLink, { id })

  const said = async (who: "member" | "admin") =>
    rowsOf((await act(who, listUploadLinks, {})).items, "maker", "mayRevoke").sort()
  assert.deepEqual(await said("member"), [["admin", false], ["member", true]]) // biome-ignore format: it is read in one line
  assert.deepEqual(await said("admin"), [["admin", true], ["member", true]]) // biome-ignore format: the same

  await assert.rejects(revoke("member", theirs.id), { code: "not_found" })
  await assert.rejects(revoke("stranger", ours.id), { code: "not_found" })
  await assert.rejects(revoke("viewer", ours.id), { code: "workspace_forbidden" })
  await revoke("admin", ours.id)
  await revoke("member", ours.id)
  await revoke("admin", theirs.id)

  await assert.rejects(receive(here, ours.url), { status: 410 })
  const { items } = await act("member", listUploadLinks, {})
  assert.deepEqual(valuesOf(items, "url"), [null, null], "an ended link has no address to give away")
  assert.deepEqual((await act("stranger", listUploadLinks, {})).items, [])
})

for (const [what, end] of Object.entries({
  "a revocation": (db: WriteDb) => db.updateTable("upload_links").set({ revoked_at: 1 }).execute(),
  "a removal of the maker": (db: WriteDb) => db.deleteFrom("members").where("role", "=", "member").execute(),
})) {
  onBothDatabases(`${what} that is about to commit holds up an upload that is about to, and wins`, async (t, kind) => {
    const here = await world(t, kind)
    const { url } = await create(here)
    const token = url.split("/").at(-1)
    let isRead = () => {}
    const allRead = new Promise<void>((resolve) => {
      isRead = resolve
    })
    const isEnding = Promise.withResolvers<void>()
    async function* bytes() {
      yield Buffer.from("hello")
      isRead()
      await isEnding.promise
    }
    const input = { token, name: "a.txt", bytes: Readable.from(bytes()) }
    const receiving = assert.rejects(here.act(anonymous, receiveFile, input), { status: 410 })
    await allRead

    await here.app.database.transaction(async (db) => {
      await end(db)
      isEnding.resolve()
      await sleep(100) // what does not wait commits now
    })

    await receiving
    assert.deepEqual(await here.cx.db.selectFrom("files").select("id").execute(), [])
  })
}

test("the limits of a link have maximums, and viewers make no link", async (t) => {
  const here = await world(t)
  for (const input of [
    { expiresInMinutes: 7 * 24 * 60 + 1 },
    { expiresInMinutes: 0 },
    { maxFiles: 101 },
    { maxFiles: 0 },
    { maxFileBytes: 2 * 1024 ** 3 + 1 },
    { maxFileBytes: -1 },
  ]) {
    await assert.rejects(create(here, input), { code: "invalid_request" })
  }
  await assert.rejects(create(here, {}, "viewer"), { code: "workspace_forbidden" })
})

test("the database contains nothing that opens a link", async (t) => {
  const here = await world(t)
  const { url } = await create(here)
  const mac = url.split(".").at(-1) ?? ""
  const rows = await here.cx.db.selectFrom("upload_links").selectAll().execute()
  assert.equal(mac.length, 43)
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(mac))
})
