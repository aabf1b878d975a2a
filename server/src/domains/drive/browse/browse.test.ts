import assert from "node:assert/strict"
import { test } from "node:test"
import { rowsOf, valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import {
  createFolder,
  editFile,
  findDriveDownload,
  getFile,
  listDriveTrash,
  listFolder,
  makeFolders,
  previewFile,
  restoreFile,
  trashFile,
  trashFolder,
} from "../index.ts"

function drive({ act, app, callers }: World, who: keyof World["callers"] = "member") {
  return {
    upload: (name: string, folderId: string | null = null, contentType = "text/plain") =>
      putDriveFile(app, callers[who], { name, folderId, contentType, bytes: "bytes" }),
    folder: async (name: string, parentId: string | null = null) =>
      (await act(who, createFolder, { name, parentId })).id,
    list: (input: object = {}) => act(who, listFolder, input),
    edit: (id: string, changes: object) => act(who, editFile, { id, ...changes }),
    get: (id: string) => act(who, getFile, { id }),
    trash: () => act(who, listDriveTrash, {}),
    preview: (id: string) => act(who, previewFile, { id }),
  }
}

onSqlite("a folder shows its own folders and files, and its path", async (t, kind) => {
  const here = await world(t, kind)
  const clients = await drive(here).folder("Clients")
  const bo = await drive(here).folder("Bo", clients)
  await drive(here).upload("top.txt")
  await drive(here).upload("brief.txt", bo)

  const top = await drive(here, "viewer").list()
  assert.deepEqual(
    [top.way, valuesOf(top.folders, "name"), valuesOf(top.files, "name")],
    [[], ["Clients"], ["top.txt"]],
  )
  const inner = await drive(here).list({ folderId: bo })
  assert.deepEqual(valuesOf(inner.way, "name"), ["Clients", "Bo"])
  assert.deepEqual(rowsOf(inner.files, "name", "folderPath"), [["brief.txt", "/Clients/Bo"]])

  await assert.rejects(drive(here, "stranger").list({ folderId: bo }), { code: "not_found" })
  assert.deepEqual((await drive(here, "stranger").list()).files, [])
})

onBothDatabases("a search finds folders and files anywhere below, and none elsewhere", async (t, kind) => {
  const here = await world(t, kind)
  const clients = await drive(here).folder("Clients")
  const bo = await drive(here).folder("Bo's briefs", clients)
  await drive(here).folder("Briefs elsewhere")
  await drive(here).upload("BRIEF.txt", bo)
  await drive(here).upload("other.txt", bo)

  const found = await drive(here).list({ query: "brief", folderId: clients })

  assert.deepEqual(rowsOf(found.folders, "name", "folderPath"), [["Bo's briefs", "/Clients"]])
  assert.deepEqual(rowsOf(found.files, "name", "folderPath"), [["BRIEF.txt", "/Clients/Bo's briefs"]])
  assert.equal((await drive(here).list({ query: "brief" })).folders.length, 2)
})

onSqlite("a file is renamed and moved, but not onto another", async (t, kind) => {
  const here = await world(t, kind)
  const folder = await drive(here).folder("Folder")
  const { id } = await drive(here).upload("a.txt")
  await drive(here).upload("b.txt")

  assert.deepEqual(await drive(here).edit(id, { name: "c.txt" }), { id, name: "c.txt", folderId: null })
  assert.deepEqual(await drive(here).edit(id, { name: "c.txt" }), { id, name: "c.txt", folderId: null })
  await assert.rejects(drive(here).edit(id, { name: "b.txt" }), { code: "conflict", field: "name" })
  await assert.rejects(drive(here).edit(id, { name: "a/b" }), { code: "invalid_request" })
  await assert.rejects(drive(here).edit(id, { folderId: "folder_none" }), { code: "not_found" })
  await drive(here).edit(id, { folderId: folder, name: "b.txt" })
  assert.equal((await drive(here).get(id)).folderPath, "/Folder")
  assert.deepEqual(valuesOf((await drive(here).list({ query: "b.t" })).files, "name"), ["b.txt", "b.txt"])

  await assert.rejects(drive(here, "viewer").edit(id, { name: "x" }), { code: "workspace_forbidden" })
  await assert.rejects(drive(here, "stranger").edit(id, { name: "x" }), { code: "not_found" })
  await here.act("member", trashFile, { id })
  await assert.rejects(drive(here).edit(id, { name: "x" }), { code: "not_found" }, "it is in the trash")
})

onBothDatabases("the folders of a path are made once, also by parallel requests", async (t, kind) => {
  const here = await world(t, kind)
  const make = (names: string[]) => here.act("member", makeFolders, { names })

  const [first, second] = await Promise.all([make(["a", "b", "c"]), make(["a", "b", "c"])])

  assert.equal(first.id, second.id)
  const { way } = await drive(here).list({ folderId: first.id })
  assert.deepEqual(valuesOf(way, "name"), ["a", "b", "c"])
  assert.deepEqual(new Set([first.madeId, second.madeId]), new Set([way[0]?.id, null]), "one of them made them")
  await assert.rejects(make(Array.from({ length: 21 }, () => "deep")), { code: "invalid_request" })
  await assert.rejects(here.act("stranger", makeFolders, { parentId: first.id, names: ["x"] }), { code: "not_found" })
})

onBothDatabases("the trash lists what was trashed on its own, the latest first", async (t, kind) => {
  const here = await world(t, kind)
  const outer = await drive(here).folder("outer")
  const inner = await drive(here).folder("inner", outer)
  await drive(here).upload("with it.txt", inner)
  const early = await drive(here).upload("early.txt", inner)
  await here.act("member", trashFile, { id: early.id })
  here.clock.advance(1)
  const late = await drive(here).upload("late.txt")
  await here.act("member", trashFolder, { id: outer })
  await here.act("member", trashFile, { id: late.id })

  const { folders, files } = await drive(here, "viewer").trash()

  assert.deepEqual(rowsOf(folders, "name", "deletedAt"), [["outer", here.clock.now()]])
  assert.deepEqual(valuesOf(files, "name"), ["late.txt", "early.txt"])
  assert.deepEqual(await drive(here, "stranger").trash(), { folders: [], files: [] })
  await here.act("member", restoreFile, { id: late.id })
  assert.deepEqual(valuesOf((await drive(here).trash()).files, "name"), ["early.txt"])
})

test("types that could run code are not shown, nor a PDF on our own origin, nor trashed files", async (t) => {
  const here = await world(t)
  const kindOf = async (contentType: string) => {
    const { id } = await drive(here).upload("file", null, contentType)
    return (await drive(here, "viewer").get(id)).preview
  }
  assert.equal(await kindOf("image/png"), "image")
  assert.equal(await kindOf("text/markdown"), "text")
  assert.equal(await kindOf("video/quicktime"), "video", "browsers play what they can, and say what they cannot")
  assert.equal(await kindOf("image/heic"), null)
  for (const type of ["image/svg+xml", "text/html", "application/xhtml+xml", "text/xml", "application/pdf"]) {
    assert.equal(await kindOf(type), null, type)
  }
  const { id } = await drive(here).upload("page.html", null, "text/html")
  await assert.rejects(drive(here).preview(id), { code: "conflict" })
  const shown = await drive(here).upload("a.png", null, "image/png")
  const { url } = await drive(here).preview(shown.id)
  const address = String(url.split("/").at(-1))
  assert.equal((await findDriveDownload(here.cx, address))?.isPreview, true)
  await assert.rejects(drive(here, "stranger").preview(shown.id), { code: "not_found" })

  here.clock.advance(60 * 60_000)
  await assert.rejects(findDriveDownload(here.cx, address), { code: "not_found" })
  const again = String((await drive(here).preview(shown.id)).url.split("/").at(-1))
  await here.act("member", trashFile, { id: shown.id })
  await assert.rejects(findDriveDownload(here.cx, again), { code: "not_found" })
  assert.equal((await drive(here).get(shown.id)).preview, null)
})

onBothDatabases(
  "a folder is sorted by name, size or last change, page by page, and so is a search",
  async (t, kind) => {
    const here = await world(t, kind)
    const { app, callers, clock } = here
    for (const [n, name] of ["ink.txt", "ärmel.txt", "\u0101".repeat(110), "b.txt", "zoo.txt"].entries()) {
      if (n !== 2) clock.advance(1)
      await putDriveFile(app, callers.member, {
        name,
        folderId: null,
        contentType: "text/plain",
        bytes: "x".repeat(n % 3),
      })
    }
    for (const filter of [{}, { query: "txt" }]) {
      const all = (await drive(here).list(filter)).files
      for (const sort of ["name", "size_bytes", "updated_at"]) {
        const read = async (sort: string) => {
          const ids: string[] = []
          let cursor: string | undefined
          do {
            const page = await drive(here).list({ ...filter, sort, limit: 1, cursor })
            ids.push(...page.files.map(({ id }) => id))
            cursor = page.nextCursor
          } while (cursor)
          return ids
        }
        const up = await read(sort)
        assert.deepEqual(up.toSorted(), valuesOf(all, "id").toSorted(), sort)
        assert.deepEqual(await read(`-${sort}`), up.toReversed(), sort)
        if (sort === "size_bytes") {
          const sizes = up.map((id) => all.find((file) => file.id === id)?.sizeBytes ?? 0)
          assert.deepEqual(sizes, sizes.toSorted())
        }
      }
    }
  },
)

onBothDatabases("files are found by the time of their change and by size, anywhere below a folder", async (t, kind) => {
  const here = await world(t, kind)
  const { folder, list } = drive(here)
  const put = (name: string, folderId: string | null, bytes: number) =>
    putDriveFile(here.app, here.callers.member, { name, folderId, bytes: "x".repeat(bytes) })
  const clients = await folder("Clients")
  const bo = await folder("Bo", clients)
  const names = async (input: object) => valuesOf((await list({ sort: "name", ...input })).files, "name")
  await put("old.txt", bo, 30)
  here.clock.advance(86_400_000)
  const from = new Date(here.clock.now()).toISOString()
  await put("small.txt", bo, 10)
  await put("large.txt", bo, 20)
  await put("elsewhere.txt", null, 20)
  here.clock.advance(1)
  const to = new Date(here.clock.now()).toISOString()
  await put("late.txt", bo, 20)

  assert.deepEqual(await names({ from }), ["elsewhere.txt", "large.txt", "late.txt", "small.txt"])
  assert.deepEqual(await names({ from, to, folderId: clients, minBytes: 20 }), ["large.txt"])
  assert.deepEqual(await names({ to: from }), ["old.txt"])
  assert.deepEqual(await names({ folderId: clients }), [], "without a filter, only what is directly in the folder")
  assert.deepEqual((await list({ from })).folders, [])
  const first = await list({ sort: "name", from, limit: 3 })
  assert.deepEqual(await names({ from, cursor: first.nextCursor }), ["small.txt"])
  await assert.rejects(list({ from: to, to: from }), {
    code: "invalid_request",
    field: "to",
    message: /not after `from`/,
  })
  for (const vague of ["2026-11-20", "2026-11-20T09:00:00", "last week"])
    await assert.rejects(list({ from: vague }), { code: "invalid_request", message: /time such as 2026/ })
})
