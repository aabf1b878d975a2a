import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { test } from "node:test"
import type { Context } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { world } from "#test/support/worlds/world.ts"
import { readGivenType } from "../files/content-type.ts"
import { createFolder } from "../files/create-folder.ts"
import { toFileName, withNumber } from "../files/file-name.ts"
import { findFile, listFilesById } from "../files/file-store.ts"
import { trashFile } from "../files/trash-and-restore-file.ts"
import { trashFolder } from "../files/trash-and-restore-folder.ts"
import { findStorage } from "../storage/storage-store.ts"
import { storeFile } from "./store-file.ts"

onSqlite("stores a file's bytes, type, size and hash", async (t, kind) => {
  const { cx, workspaceId } = await world(t, kind)

  const file = await storeFile(cx, toTop(workspaceId), {
    name: "/home/ada/été.pdf",
    contentType: "application/pdf; charset=binary",
    bytes: Readable.from([Buffer.from("hello "), Buffer.from("world")]),
  })

  assert.equal(file.name, "été.pdf")
  assert.equal(file.content_type, "application/pdf")
  assert.equal(file.size_bytes, 11)
  assert.equal(file.sha256, "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9")
  assert.deepEqual(await findFile(cx, workspaceId, file.id), file)
  const bytes = await (await cx.blobs.read(file.blob_key)).toArray()
  assert.equal(Buffer.concat(bytes).toString(), "hello world")
})

onSqlite("finds no file of another workspace", async (t, kind) => {
  const { app, callers, cx, workspaceId } = await world(t, kind)
  const theirs = await putDriveFile(app, callers.stranger, { name: "a.txt", bytes: "x" })

  assert.equal(await findFile(cx, workspaceId, theirs.id), undefined)
  assert.deepEqual(await listFilesById(cx, workspaceId, [theirs.id]), [])
})

test("a file that is too large leaves neither row nor bytes", async (t) => {
  const { app, cx, workspaceId } = await world(t)
  const written: string[] = []
  const watched = watchBlobs(cx.blobs, written)

  const storing = storeFile({ ...cx, blobs: watched }, toTop(workspaceId), {
    name: "a",
    contentType: "text/plain",
    bytes: Readable.from([Buffer.alloc(600), Buffer.alloc(600)]),
    maxBytes: 1_000,
  })

  await assert.rejects(storing, { status: 413 })
  assert.equal(written.length, 1)
  await assert.rejects(app.blobs.read(String(written[0])))
  assert.deepEqual(await cx.db.selectFrom("files").selectAll().execute(), [])
})

onBothDatabases("when the folder is trashed meanwhile, bytes and room are released", async (t, kind) => {
  const { act, app, cx, workspaceId } = await world(t, kind)
  const { id: folderId } = await act("member", createFolder, { name: "Soon gone" })
  const written: string[] = []
  async function* bytes() {
    yield Buffer.from("first")
    await act("member", trashFolder, { id: folderId })
    yield Buffer.from("second")
  }

  const storing = storeFile(
    { ...cx, blobs: watchBlobs(cx.blobs, written) },
    { ...toTop(workspaceId), folderId },
    { name: "a", contentType: "", bytes: Readable.from(bytes()) },
  )

  await assert.rejects(storing, { code: "not_found" })
  assert.equal(written.length, 1)
  await assert.rejects(app.blobs.read(String(written[0])))
  assert.equal((await findStorage(cx, workspaceId)).used_bytes, 0)
  assert.deepEqual(await cx.db.selectFrom("uploads").selectAll().execute(), [])
})

onSqlite("nothing is overwritten: a file with a taken name gets a number", async (t, kind) => {
  const { act, app, callers } = await world(t, kind)
  const upload = (name: string, folderId: string | null = null) =>
    putDriveFile(app, callers.member, { name, folderId, bytes: "x" })
  const { id: folderId } = await act("member", createFolder, { name: "Other" })

  const together = await Promise.all([upload("a.tar"), upload("a.tar"), upload("a.tar")])

  assert.deepEqual(together.map(({ name }) => name).toSorted(), ["a (2).tar", "a (3).tar", "a.tar"])
  assert.equal((await upload("a.tar", folderId)).name, "a.tar", "another folder has names of its own")
  const [first] = together
  await act("member", trashFile, { id: String(first?.id) })
  assert.equal((await upload(String(first?.name))).name, first?.name, "what is in the trash has no name to keep")
})

for (const lengthBytes of [1_000, undefined]) {
  const of = lengthBytes === undefined ? "unknown length" : "known length"
  onBothDatabases(`20 uploads of ${of} at once never exceed the quota`, async (t, kind) => {
    const { cx, workspaceId } = await world(t, kind)
    await setQuota(cx, workspaceId, 10_000)
    const bytes = () => Readable.from(Array.from({ length: 10 }, () => Buffer.alloc(100)))
    const upload = (n: number) =>
      storeFile(cx, toTop(workspaceId), { name: `f${n}`, contentType: "", lengthBytes, bytes: bytes() })

    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => upload(n)))

    const stored = results.filter(({ status }) => status === "fulfilled").length
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []))
    assert.ok(refusals.every((code) => code === "conflict"))
    if (lengthBytes !== undefined) assert.equal(stored, 10)
    assert.equal((await findStorage(cx, workspaceId)).used_bytes, stored * 1_000, "what failed gave its room back")

    for (const [size, fits] of [
      [10_000 - stored * 1_000, true],
      [1, false],
    ] as const) {
      const last = storeFile(cx, toTop(workspaceId), {
        name: "f",
        contentType: "",
        bytes: Readable.from(size === 0 ? [] : [Buffer.alloc(size)]),
      })
      if (fits) await last
      else await assert.rejects(last, { code: "conflict" })
    }
  })
}

test("paths and invisible characters are removed from names", () => {
  assert.equal(toFileName("C:\\Users\\ada\\a.txt"), "a.txt")
  assert.equal(toFileName("../../etc/passwd"), "passwd")
  assert.equal(toFileName("report\u202Egpj.exe"), "reportgpj.exe")
  assert.equal(toFileName("a\r\nb\u0000.txt"), "ab.txt")
  assert.equal(toFileName("Cafe\u0301.txt"), "Caf\u00e9.txt", "as macOS writes it")
  assert.equal(toFileName(".."), "file")
  assert.equal(toFileName("\ud800"), "\ufffd")
  for (const unseen of [" ", "\u200b", ". .", ".\u00ad."]) assert.equal(toFileName(unseen), "file")
  assert.equal(toFileName("👩‍🎨 brushes.zip"), "👩‍🎨 brushes.zip")
})

test("a number comes before the ending of a name, and a name that only begins with a point has no ending", () => {
  const numbered = (name: string) => withNumber(name, 2)
  assert.equal(numbered("a.txt"), "a (2).txt")
  assert.equal(numbered(".DS_Store"), ".DS_Store (2)")
  assert.equal(numbered(".env.local"), ".env (2).local")
  assert.equal(numbered("..cache"), "..cache (2)")
  assert.equal(numbered("Backup.TAR.gz"), "Backup (2).TAR.gz")
  assert.equal(numbered(".tar.gz"), ".tar (2).gz")
  assert.equal(numbered("README"), "README (2)")
})

test("a numbered name keeps its ending within the bytes of a file system", () => {
  for (const stem of ["x".repeat(251), `${"ü".repeat(125)}x`, "🎨".repeat(62)]) {
    const name = withNumber(`${stem}.txt`, 12)
    assert.ok(Buffer.byteLength(name) <= 255 && Buffer.byteLength(name) > 250, name)
    assert.match(name, /[xü🎨] \(12\)\.txt$/u)
  }
  assert.equal([...withNumber("日".repeat(255), 2)].length, 255, "longer names are counted in characters")
})

test("types that a browser may run are stored as plain bytes", () => {
  assert.equal(readGivenType("Image/PNG"), "image/png")
  assert.equal(readGivenType("application/x-zip-compressed"), "application/zip")
  for (const type of ["text/html", "image/svg+xml", "application/xhtml+xml", "text/javascript", "x"]) {
    assert.equal(readGivenType(type), "application/octet-stream")
  }
})

const toTop = (workspaceId: WorkspaceId) => ({ workspaceId, folderId: null, accountId: null, uploadLinkId: null })

async function setQuota(cx: Context, workspace_id: WorkspaceId, quota_bytes: number): Promise<void> {
  await cx.atomically(({ db }) =>
    db.insertInto("drive_storage").values({ workspace_id, used_bytes: 0, quota_bytes }).execute(),
  )
}

/** The same blobs, and a record of each key that was written. */
function watchBlobs<Blobs extends { write(key: string, ...rest: never[]): unknown }>(
  blobs: Blobs,
  written: string[],
): Blobs {
  return new Proxy(blobs, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver)
      if (name !== "write") return value
      return (key: string, ...rest: never[]) => {
        written.push(key)
        return target.write(key, ...rest)
      }
    },
  })
}
