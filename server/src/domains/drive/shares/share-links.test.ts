import assert from "node:assert/strict"
import { anonymous } from "#access/context.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { WriteDb } from "#storage/database.ts"
import { rowsOf, valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { upload } from "#test/support/selling/shop.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import {
  createFolder,
  createShareLink,
  downloadSharedFile,
  editFile,
  editFolder,
  findSharedDownload,
  getShareLink,
  listFolder,
  listShareLinks,
  restoreFile,
  revokeShareLink,
  trashFile,
  trashFolder,
} from "../index.ts"
import type { DownloadVisitor } from "./find-shared-download.ts"

const share = ({ act }: World, input: object, who: keyof World["callers"] = "member") =>
  act(who, createShareLink, input)
const tokenOf = (url: string) => url.split("/").at(-1)
const open = ({ act }: World, url: string, input: object = {}) =>
  act(anonymous, getShareLink, { token: tokenOf(url), ...input })
const download = ({ act }: World, url: string, fileId: string) =>
  act(anonymous, downloadSharedFile, { token: tokenOf(url), fileId })
const follow = ({ cx }: World, address: string, follower: Partial<DownloadVisitor> = {}) =>
  findSharedDownload(cx, String(tokenOf(address)), { secret: undefined, isReading: true, ...follower })
const fetched = async (here: World, address: string) => (await follow(here, address))?.name

onBothDatabases("a link opens its file without an account, and each download is counted", async (t, kind) => {
  const here = await world(t, kind)
  const fileId = await upload(here, "draft.txt")
  await upload(here, "secret.txt")
  const { id, url } = await share(here, { fileId })
  assert.match(url, /^http:\/\/localhost:3000\/share\/share_link_\w{22}\.[\w-]{43}$/)

  const { workspaceName, expiresAt, file, folder } = await open(here, url)

  assert.deepEqual([workspaceName, expiresAt, file?.name, folder], ["Studio Ada", null, "draft.txt", undefined])
  const { url: address } = await download(here, url, fileId)
  assert.equal(await fetched(here, address), "draft.txt")
  assert.equal(await fetched(here, address), "draft.txt", "a download that is taken up again is the same one")
  const { items } = await here.act("member", listShareLinks, {})
  assert.deepEqual(rowsOf(items, "id", "url", "state", "downloads", "name"), [[id, url, "works", 1, "draft.txt"]])
  assert.equal(JSON.stringify(await here.cx.db.selectFrom("share_links").selectAll().execute()).includes("."), false)

  const changed = url.replace(/.$/, (last) => (last === "A" ? "B" : "A"))
  await assert.rejects(open(here, changed), { code: "not_found", status: 404 })
  await assert.rejects(open(here, "/share/share_link_x"), { status: 404 })
  here.clock.advance(5 * 60_000)
  await assert.rejects(fetched(here, address), { code: "not_found" })
})

onBothDatabases("links are listed by their downloads, page by page", async (t, kind) => {
  const here = await world(t, kind)
  const fileId = await upload(here, "draft.txt")
  const made: string[] = []
  for (const downloads of [1, 0, 2]) {
    const { id, url } = await share(here, { fileId })
    made.push(id)
    for (let count = 0; count < downloads; count += 1) {
      await fetched(here, (await download(here, url, fileId)).url)
    }
    here.clock.advance(1)
  }
  const [first, second, third] = made
  const listed = async (sort: string) => {
    const { items, nextCursor } = await here.act("member", listShareLinks, { of: fileId, sort, limit: 2 })
    const rest = await here.act("member", listShareLinks, { of: fileId, sort, limit: 2, cursor: nextCursor })
    return valuesOf([...items, ...rest.items], "id")
  }
  assert.deepEqual(await listed("-created_at"), [third, second, first])
  assert.deepEqual(await listed("downloads"), [second, first, third])
})

onBothDatabases("a folder's link opens everything below it as it is now, and nothing else", async (t, kind) => {
  const here = await world(t, kind)
  const folder = async (name: string, parentId: string | null = null) =>
    (await here.act("member", createFolder, { name, parentId })).id
  const put = async (name: string, folderId: string | null) => {
    return (await putDriveFile(here.app, here.callers.member, { name, folderId, bytes: name })).id
  }
  const outer = await folder("Outer")
  const shared = await folder("Shared", outer)
  const inner = await folder("Inner", shared)
  const beside = await put("beside.txt", outer)
  const inside = await put("inside.txt", shared)
  const deep = await put("deep.txt", inner)
  const { url } = await share(here, { folderId: shared })

  const top = (await open(here, url)).folder
  assert.deepEqual(
    [valuesOf(top?.way ?? [], "name"), valuesOf(top?.folders ?? [], "name"), valuesOf(top?.files ?? [], "name")],
    [["Shared"], ["Inner"], ["inside.txt"]],
  )
  assert.equal((await open(here, url, { limit: 100 })).folder?.files.length, 1)
  await assert.rejects(open(here, url, { limit: 101 }), { code: "invalid_request" })
  const below = (await open(here, url, { folderId: inner })).folder
  assert.deepEqual(valuesOf(below?.way ?? [], "name"), ["Shared", "Inner"])
  await download(here, url, deep)
  for (const folderId of [outer, "folder_none", "'"]) {
    await assert.rejects(open(here, url, { folderId }), { code: "not_found" }, folderId)
  }
  await assert.rejects(download(here, url, beside), { code: "not_found" })

  const { url: address } = await download(here, url, inside)
  await here.act("member", editFile, { id: inside, folderId: outer })
  await assert.rejects(download(here, url, inside), { code: "not_found" })
  await assert.rejects(fetched(here, address), { code: "not_found" }, "it lies elsewhere now")
  await here.act("member", editFolder, { id: inner, parentId: null })
  await assert.rejects(download(here, url, deep), { code: "not_found" })
  await here.act("member", trashFolder, { id: outer })
  await assert.rejects(open(here, url), { status: 410 })
})

onBothDatabases("a link is limited to its downloads and its days, and shows no uncounted preview", async (t, kind) => {
  const here = await world(t, kind)
  const picture = { name: "a.png", contentType: "image/png", bytes: "pixels" }
  const { id: fileId } = await putDriveFile(here.app, here.callers.member, picture)
  const free = await share(here, { fileId })
  const limited = await share(here, { fileId, maxDownloads: 1, expiresInDays: 1 })

  const shown = (await open(here, free.url)).file?.pictureUrl
  assert.equal((await follow(here, String(shown)))?.isPreview, true)
  assert.equal((await open(here, limited.url)).file?.pictureUrl, null)
  await here.cx.atomically(({ db }) =>
    db
      .updateTable("files")
      .set({ size_bytes: 20 * 1024 ** 2 + 1 })
      .execute(),
  )
  assert.equal((await open(here, free.url)).file?.pictureUrl, null)

  const both = await Promise.allSettled([download(here, limited.url, fileId), download(here, limited.url, fileId)])
  assert.deepEqual(valuesOf(both, "status").sort(), ["fulfilled", "rejected"])
  await assert.rejects(download(here, limited.url, fileId), { code: "conflict" })
  await assert.rejects(open(here, limited.url), { code: "conflict" })
  const won = both.find(({ status }) => status === "fulfilled") as PromiseFulfilledResult<{ url: string }>
  const { secret } = (await follow(here, won.value.url)) ?? {}
  assert.equal((await follow(here, won.value.url, { secret }))?.name, "a.png", "what was begun may be finished")
  const states = async () => rowsOf((await here.act("member", listShareLinks, { of: fileId })).items, "state", "url")
  assert.deepEqual((await states()).sort(), [["used-up", null], ["works", free.url]]) // biome-ignore format: it is read in one line

  here.clock.advance(dayMs)
  await assert.rejects(open(here, limited.url), { status: 410 })
  assert.equal((await open(here, free.url)).expiresAt, null)
  here.clock.advance(30 * dayMs)
  await sweepTables(here.cx, "share_downloads", "share_links")
  assert.deepEqual(await states(), [["works", free.url]])
})

onBothDatabases("the address of a counted download belongs to the first browser that follows it", async (t, kind) => {
  const here = await world(t, kind)
  const fileId = await upload(here, "draft.txt")
  const { url } = await share(here, { fileId, maxDownloads: 3 })
  const addressOf = async () => (await download(here, url, fileId)).url
  const [first, second] = [await addressOf(), await addressOf()]
  assert.notEqual(first, second, "two downloads in one moment are two")

  const asked = await follow(here, first, { isReading: false })
  assert.deepEqual([asked?.name, asked?.secret], ["draft.txt", undefined], "who only asks begins nothing")
  const raced = await Promise.allSettled(Array.from({ length: 8 }, () => follow(here, first)))
  const [begun, ...others] = raced.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
  assert.deepEqual(others, [])
  for (const isReading of [true, false]) {
    await assert.rejects(follow(here, first, { isReading }), { code: "conflict" })
    await assert.rejects(follow(here, first, { secret: `${begun?.secret}x`, isReading }), { code: "conflict" })
    assert.equal((await follow(here, first, { secret: begun?.secret, isReading }))?.secret, begun?.secret)
  }
  const also = await follow(here, second, { secret: begun?.secret })
  assert.equal(also?.secret, begun?.secret, "one browser has one secret for all of its downloads")
  const rows = await here.cx.db.selectFrom("share_downloads").selectAll().execute()
  assert.equal(JSON.stringify(rows).includes(String(begun?.secret)), false)

  await addressOf()
  const left = async () => {
    await sweepTables(here.cx, "share_downloads", "share_links")
    return (await here.cx.db.selectFrom("share_downloads").selectAll().execute()).length
  }
  assert.equal(await left(), 3)
  here.clock.advance(5 * 60_000)
  assert.equal(await left(), 2, "those that were begun may be continued for a day")
  here.clock.advance(dayMs)
  assert.equal(await left(), 0)
})

onBothDatabases("trashing the file closes its link, and restoring the file opens it again", async (t, kind) => {
  const here = await world(t, kind)
  const fileId = await upload(here, "draft.txt")
  const { url } = await share(here, { fileId })
  const { url: address } = await download(here, url, fileId)
  const isMarked = async () => valuesOf((await here.act("viewer", listFolder, {})).files, "isShared")
  assert.deepEqual(await isMarked(), [true])

  await here.act("member", trashFile, { id: fileId })

  await assert.rejects(open(here, url), { status: 410 })
  await assert.rejects(fetched(here, address), { code: "not_found" })
  const { items } = await here.act("member", listShareLinks, {})
  assert.deepEqual(rowsOf(items, "state", "url"), [["in-trash", null]])
  await assert.rejects(share(here, { fileId }), { code: "not_found" })
  await here.act("member", restoreFile, { id: fileId })
  assert.equal((await open(here, url)).file?.name, "draft.txt")
  await here.cx.atomically(async ({ db }) => {
    await db.deleteFrom("files").where("id", "=", fileId).execute()
  })
  await assert.rejects(open(here, url), { status: 404 })
})

onBothDatabases("members revoke their own links, admins all, strangers see none", async (t, kind) => {
  const here = await world(t, kind)
  const fileId = await upload(here, "draft.txt")
  const theirs = await share(here, { fileId }, "admin")
  const ours = await share(here, { fileId })
  const revoke = (who: keyof World["callers"], id: string) => here.act(who, revokeShareLink, { id })

  await assert.rejects(revoke("member", theirs.id), { code: "not_found" })
  await assert.rejects(revoke("stranger", ours.id), { code: "not_found" })
  await assert.rejects(revoke("viewer", ours.id), { code: "workspace_forbidden" })
  await assert.rejects(share(here, { fileId }, "viewer"), { code: "workspace_forbidden" })
  await assert.rejects(share(here, { fileId }, "stranger"), { code: "not_found" })
  await assert.rejects(share(here, {}), { code: "invalid_request" })
  assert.deepEqual((await here.act("stranger", listShareLinks, {})).items, [])
  const mayRevoke = async (who: "member" | "admin") =>
    valuesOf((await here.act(who, listShareLinks, {})).items, "mayRevoke")
  assert.deepEqual((await mayRevoke("member")).sort(), [false, true])
  assert.deepEqual(await mayRevoke("admin"), [true, true])

  const { url: address } = await download(here, ours.url, fileId)
  await revoke("member", ours.id)

  await assert.rejects(open(here, ours.url), { status: 410 })
  await assert.rejects(fetched(here, address), { code: "not_found" })
  assert.equal((await open(here, theirs.url)).file?.name, "draft.txt")
  assert.deepEqual(valuesOf((await here.act("viewer", listFolder, {})).files, "isShared"), [true])
  await revoke("admin", theirs.id)
  assert.deepEqual(valuesOf((await here.act("viewer", listFolder, {})).files, "isShared"), [false])
})

onBothDatabases("a link outlives its maker's membership, and not its workspace", async (t, kind) => {
  const here = await world(t, kind)
  const fileId = await upload(here, "draft.txt")
  const { url } = await share(here, { fileId })
  const { url: address } = await download(here, url, fileId)
  const change = (work: (db: WriteDb) => Promise<unknown>) => here.app.database.transaction(work)

  await change((db) => db.deleteFrom("members").where("role", "=", "member").execute())

  assert.equal((await open(here, url)).file?.name, "draft.txt")
  assert.deepEqual(valuesOf((await here.act("admin", listShareLinks, {})).items, "maker"), ["member"])
  for (const end of ["suspended_at", "deleted_at"]) {
    await change((db) =>
      db
        .updateTable("workspaces")
        .set({ [end]: 1 })
        .where("slug", "=", "studio")
        .execute(),
    )
    await assert.rejects(open(here, url), { status: 410 }, end)
    await assert.rejects(download(here, url, fileId), { status: 410 }, end)
    await assert.rejects(fetched(here, address), { code: "not_found" }, end)
    await change((db) =>
      db
        .updateTable("workspaces")
        .set({ [end]: null })
        .where("slug", "=", "studio")
        .execute(),
    )
  }
})

onBothDatabases("a file has at most twenty links that have not ended", async (t, kind) => {
  const here = await world(t, kind)
  const fileId = await upload(here, "draft.txt")
  const made = await Promise.allSettled(Array.from({ length: 21 }, () => share(here, { fileId })))
  assert.equal(made.filter(({ status }) => status === "rejected").length, 1)
  const { items, nextCursor } = await here.act("member", listShareLinks, { of: fileId, limit: 15 })
  const rest = await here.act("member", listShareLinks, { of: fileId, limit: 15, cursor: nextCursor })
  assert.equal(new Set([...items, ...rest.items].map(({ id }) => id)).size, 20)
})
