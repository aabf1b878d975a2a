import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { Renderer } from "@takumi-rs/core"
import { sql } from "kysely"
import { anonymous } from "#access/context.ts"
import { namedBlobs } from "#backups/named-blobs.ts"
import { readPictureHeader } from "#kernel/pictures/picture-header.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { cameraWords, withExif } from "#test/support/formats/with-exif.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import {
  beginMemberUpload,
  beginUpload,
  continueMemberUpload,
  continueUpload,
  createShareLink,
  createUploadLink,
  downloadFile,
  editFile,
  findDriveDownload,
  findSharedDownload,
  getFile,
  getShareLink,
  getStorage,
  keepLinkPicture,
  keepMemberPicture,
  previewFile,
  removeBlob,
  revokeUploadLink,
  sweepDriveTrash,
  trashFile,
} from "../index.ts"

const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic and the pixels", "latin1")

const picture = ([width, height]: readonly [number, number] = [2_000, 1_000]): Promise<Buffer> =>
  new Renderer().render(
    { type: "container", style: { width, height, backgroundColor: "#ff0000" } },
    { width, height, format: "jpeg" },
  )

const streamOf = (bytes: Buffer) => Readable.from([bytes])

async function sent({ act }: World, name: string, bytes: Buffer = heic) {
  const { uploadId } = await act("member", beginMemberUpload, { name, lengthBytes: bytes.length })
  const { fileId } = await act("member", continueMemberUpload, { uploadId, offsetBytes: 0, bytes: streamOf(bytes) })
  return { uploadId, fileId: fileId ?? "" }
}

const keep = ({ act }: World, uploadId: string, bytes: Buffer) =>
  act("member", keepMemberPicture, { uploadId, bytes: streamOf(bytes) })

const lastPart = (url: string | null | undefined) => String(url).split("/").at(-1) ?? ""

async function stored({ app }: World, address: string | null | undefined): Promise<Buffer> {
  const download = await findDriveDownload({ ...app, db: app.database.read } as never, lastPart(address))
  assert.ok(download)
  return buffer(await app.blobs.read(download.blobKey))
}

const usedBytes = async ({ act }: World) => (await act("viewer", getStorage, {})).usedBytes

onBothDatabases("a photo that browsers do not show is shown by the picture that came with it", async (t, kind) => {
  const here = await world(t, kind)
  const { uploadId, fileId } = await sent(here, "IMG_1.HEIC")
  assert.equal((await here.act("viewer", getFile, { id: fileId })).preview, null)
  await assert.rejects(here.act("viewer", previewFile, { id: fileId }), { code: "conflict" })

  await keep(here, uploadId, withExif(await picture(), 6))

  assert.equal((await here.act("viewer", getFile, { id: fileId })).preview, "image")
  const { kind: shown, url, pictureUrl } = await here.act("viewer", previewFile, { id: fileId })
  assert.deepEqual([shown, url], ["image", pictureUrl])
  const bytes = await stored(here, url)
  assert.deepEqual(readPictureHeader(bytes), { width: 800, height: 1_600, orientation: 1 }, "re-encoded, and upright")
  assert.equal(bytes.includes(cameraWords), false)
  assert.equal(await usedBytes(here), heic.length + bytes.length, "it takes room")
  const own = await here.act("viewer", downloadFile, { id: fileId })
  assert.deepEqual(await stored(here, own.url), heic, "the file itself is downloaded")

  await keep(here, uploadId, await picture([10, 10]))
  assert.deepEqual(await stored(here, url), bytes, "a file has one picture")
  assert.equal(await usedBytes(here), heic.length + bytes.length)
  await here.act("member", editFile, { id: fileId, name: "renamed.heic" })
  assert.deepEqual(await stored(here, url), bytes)
})

onBothDatabases("a picture is removed with its file, and releases its room", async (t, kind) => {
  const here = await world(t, kind)
  const { uploadId, fileId } = await sent(here, "IMG_1.HEIC")
  await keep(here, uploadId, await picture())
  const { url } = await here.act("viewer", previewFile, { id: fileId })
  const named = (await sql<{ blob_key: string }>`${sql.raw(namedBlobs)}`.execute(here.cx.db)).rows
  const { blob_key } = await here.cx.db.selectFrom("files").select("blob_key").executeTakeFirstOrThrow()
  const keys = named.map((row) => row.blob_key).sort()
  assert.deepEqual(keys, [blob_key, `${blob_key}.webp`], "a backup copies both")
  await here.act("member", trashFile, { id: fileId })
  await assert.rejects(stored(here, url), { code: "not_found" })

  here.clock.advance(31 * 86_400_000)
  await sweepDriveTrash(here.cx, async () => false)
  await removeBlob(here.cx, { blobKey: blob_key, isKeptNoLonger: true })

  assert.equal(await usedBytes(here), 0)
  for (const key of [blob_key, `${blob_key}.webp`]) {
    await assert.rejects(here.app.blobs.read(key), { code: "not_found" }, key)
  }
})

onSqlite("a film keeps its own kind, and has a picture for those who cannot play it", async (t, kind) => {
  const here = await world(t, kind)
  const { uploadId, fileId } = await sent(here, "film.mov", Buffer.from("\0\0\0\x14ftypqt  ", "latin1"))
  const free = await here.act("member", createShareLink, { fileId })
  const limited = await here.act("member", createShareLink, { fileId, maxDownloads: 2 })
  const shared = async ({ url }: { url: string }) =>
    (await here.act(anonymous, getShareLink, { token: lastPart(url) })).file?.pictureUrl
  assert.equal((await here.act("viewer", previewFile, { id: fileId })).pictureUrl, null)
  assert.equal(await shared(free), null)

  await keep(here, uploadId, await picture())

  const { kind: shown, url, pictureUrl } = await here.act("viewer", previewFile, { id: fileId })
  assert.equal(shown, "video")
  assert.notEqual(url, pictureUrl)
  const address = await shared(free)
  const seen = { secret: undefined, isReading: true }
  const download = await findSharedDownload(here.cx, lastPart(address), seen)
  assert.deepEqual([download?.contentType, download?.isPreview, download?.isBare], ["image/webp", true, false])
  assert.equal(await shared(limited), null, "a link with limited downloads shows nothing")
  assert.equal(download?.sizeBytes, (await stored(here, pictureUrl)).length)
})

onSqlite("only the sender of a complete film or photo adds a picture, and it is checked", async (t, kind) => {
  const here = await world(t, kind)
  const { act } = here
  const { uploadId } = await sent(here, "IMG_1.HEIC")
  const jpeg = await picture()
  for (const [who, code] of [
    ["admin", "not_found"],
    ["stranger", "not_found"],
    ["viewer", "workspace_forbidden"],
  ] as const) {
    // biome-ignore format: one line
    await assert.rejects(act(who, keepMemberPicture, { uploadId, bytes: streamOf(jpeg) }), { code }, who)
  }
  await assert.rejects(keep(here, "upload_none", jpeg), { code: "not_found" })
  await assert.rejects(keep(here, uploadId, Buffer.from("<svg/>")), { code: "invalid_request" })
  await assert.rejects(keep(here, uploadId, Buffer.alloc(0)), { code: "invalid_request" })
  await assert.rejects(keep(here, uploadId, Buffer.alloc(1_000_001)), { status: 413 })
  const bomb = Buffer.from(await new Renderer().render({ type: "container" }, { width: 9, height: 9, format: "png" }))
  bomb.writeUInt32BE(100_000, 16)
  bomb.writeUInt32BE(100_000, 20)
  await assert.rejects(keep(here, uploadId, bomb), { code: "invalid_request", message: /60 million/ })

  for (const [name, bytes] of [
    ["a.txt", Buffer.from("text")],
    ["a.jpg", jpeg],
  ] as const) {
    const other = await sent(here, name, bytes)
    await keep(here, other.uploadId, jpeg)
    const row = here.cx.db.selectFrom("files").select("picture_bytes").where("id", "=", other.fileId)
    assert.equal((await row.executeTakeFirst())?.picture_bytes, null, `${name} needs none`)
  }
  const open = await act("member", beginMemberUpload, { name: "IMG_2.HEIC", lengthBytes: 100 })
  await assert.rejects(keep(here, open.uploadId, jpeg), { code: "conflict", message: /not complete/ })
  const full = await sent(here, "IMG_3.HEIC")
  const used = await usedBytes(here)
  await here.cx.atomically(({ db }) =>
    db
      .updateTable("drive_storage")
      .set({ quota_bytes: used + 5 })
      .execute(),
  )
  await assert.rejects(keep(here, full.uploadId, jpeg), { code: "conflict", message: /Storage is full/ })
  assert.equal((await act("viewer", getFile, { id: full.fileId })).preview, null)
  assert.equal(await usedBytes(here), used)
})

onSqlite("the sender of an upload link adds a picture, as long as the link takes files", async (t, kind) => {
  const here = await world(t, kind)
  const { act } = here
  const link = await act("member", createUploadLink, { maxFiles: 3 })
  const token = lastPart(link.url)
  const send = async (name: string) => {
    const { uploadId } = await act(anonymous, beginUpload, { token, name, lengthBytes: heic.length })
    await act(anonymous, continueUpload, { token, uploadId, offsetBytes: 0, bytes: streamOf(heic) })
    return uploadId
  }
  const keepHere = async (uploadId: string, of = token) =>
    act(anonymous, keepLinkPicture, { token: of, uploadId, bytes: streamOf(await picture()) })
  const [first, second] = [await send("1.heic"), await send("2.heic")]
  const other = lastPart((await act("member", createUploadLink, {})).url)
  await assert.rejects(keepHere(first, other), { code: "not_found" })
  const ofMember = await sent(here, "3.heic")
  await assert.rejects(keepHere(ofMember.uploadId), { code: "not_found" })

  await keepHere(first)
  await act("member", revokeUploadLink, { id: link.id })
  await assert.rejects(keepHere(second), { status: 410 })

  const rows = await here.cx.db.selectFrom("files").select(["name", "picture_bytes"]).orderBy("name").execute()
  assert.deepEqual(
    rows.map(({ picture_bytes }) => picture_bytes !== null),
    [true, false, false],
  )
})
