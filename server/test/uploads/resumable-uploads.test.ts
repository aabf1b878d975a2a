import assert from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import { buffer } from "node:stream/consumers"
import { describe, test } from "node:test"
import {
  createFolder,
  createShareLink,
  createUploadLink,
  editFolder,
  listFolder,
  revokeUploadLink,
  searchDriveFiles,
  sweepUploads,
} from "#domains/drive/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { until } from "#test/support/basics/until.ts"
import { rowsOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { hangingStore } from "#test/support/stand-ins/hanging-s3-store.ts"
import { type UploadWorld, uploadWorld } from "#test/support/worlds/upload-world.ts"

const tus = { "tus-resumable": "1.0.0" }
const nothing = { files: [], uploads: 0, parts: 0, blobs: 0, usedBytes: 0 }
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex")

/** Begins an upload with a path, and returns the answer. */
async function beginIn(world: UploadWorld, relativePath: string, length = 0) {
  const name = relativePath.split("/").at(-1) ?? ""
  const toBase64 = (text: string) => Buffer.from(text).toString("base64")
  const metadata = `filename ${toBase64(name)},relativePath ${toBase64(relativePath)}`
  const headers = { ...tus, "upload-length": length, "upload-metadata": metadata, "content-length": 0 }
  return world.send("POST", world.link, { headers })
}

async function begin(world: UploadWorld, length: number | string, name = "film.mp4"): Promise<string> {
  const metadata = `filename ${Buffer.from(name).toString("base64")},filetype ${Buffer.from("video/mp4").toString("base64")}`
  const headers = { ...tus, "upload-length": length, "upload-metadata": metadata, "content-length": 0 }
  const { status, headers: answered } = await world.send("POST", world.link, { headers })
  assert.equal(status, 201)
  return new URL(String(answered.location)).pathname
}

const patch = (world: UploadWorld, path: string, { offset, bytes }: { offset: number; bytes: Buffer }) =>
  world.send("PATCH", path, { headers: patchHeaders(offset, bytes.length), bytes })

const patchHeaders = (offset: number, length: number) => ({
  ...tus,
  "content-type": "application/offset+octet-stream",
  "upload-offset": offset,
  "content-length": length,
})

const head = async (world: UploadWorld, path: string) => (await world.send("HEAD", path, { headers: tus })).headers

async function storedFile({ app }: UploadWorld) {
  const file = await app.database.read.selectFrom("files").selectAll().executeTakeFirstOrThrow()
  return { ...file, bytes: await buffer(await app.blobs.read(file.blob_key)) }
}

describe("{base}/u/{token}, by the tus protocol", () => {
  onBothDatabases("files of a folder arrive in its folders, beside the members' own ones", async (t, kind) => {
    const world = await uploadWorld(t, { maxFiles: 20 }, { kind })
    const own = await world.act("member", createFolder, { name: "Photos" })
    const sent = [
      "Photos/a.jpg",
      "Photos/June/b.jpg",
      "Photos/June/c.jpg",
      "../up/../d.jpg",
      "./e.jpg",
      "/f.jpg",
      "g.jpg",
    ]
    const answers = await Promise.all(sent.map((path) => beginIn(world, path)))
    for (const { status } of answers) assert.equal(status, 201)

    const { files } = await world.act("viewer", searchDriveFiles, {})
    assert.deepEqual(rowsOf(files, "folderPath", "name").toSorted(), [
      ["/", "e.jpg"],
      ["/", "f.jpg"],
      ["/", "g.jpg"],
      ["/Photos (2)", "a.jpg"],
      ["/Photos (2)/June", "b.jpg"],
      ["/Photos (2)/June", "c.jpg"],
      ["/up", "d.jpg"],
    ])
    const inOwn = await world.act("viewer", listFolder, { folderId: own.id })
    assert.deepEqual(inOwn.files, [], "which may be shared")
    const { url } = await world.act("member", createUploadLink, { maxFiles: 20 })
    const other = { ...world, link: new URL(url).pathname }
    assert.equal((await beginIn(other, "Photos/h.jpg")).status, 201)
    const third = await world.act("viewer", searchDriveFiles, { query: "h.jpg" })
    assert.equal(third.files[0]?.folderPath, "/Photos (3)", "another link's folders are not its own either")
  })

  onBothDatabases("a cancelled upload takes its empty folders along, and no others", async (t, kind) => {
    const world = await uploadWorld(t, { maxFiles: 30 }, { kind })
    const cancel = async (paths: readonly string[]) => {
      const begun = await Promise.all(paths.map((path) => beginIn(world, path, 5)))
      return () =>
        Promise.all(
          begun.map(({ headers }) =>
            world.send("DELETE", new URL(String(headers.location)).pathname, { headers: tus }),
          ),
        )
    }
    const foldersIn = async (folderId: string | null) => (await world.act("viewer", listFolder, { folderId })).folders
    const names = async () =>
      rowsOf(await foldersIn(null), "name")
        .flat()
        .toSorted()

    const album = await cancel(["Album/a.jpg", "Album/June/b.jpg", "Album/June/deep/c.jpg", "Album/July/d.jpg"])
    assert.deepEqual(await names(), ["Album"])
    await album()
    assert.deepEqual(await names(), [], "all of them are gone")

    const half = await cancel(["Half/June/a.jpg"])
    assert.equal((await beginIn(world, "Half/kept.jpg")).status, 201)
    const both = await cancel(["Used/a.jpg", "Named/b.jpg", "Shared/c.jpg", "Filled/d.jpg"])
    const made = new Map((await foldersIn(null)).map(({ id, name }) => [name, id]))
    const idOf = (name: string) => made.get(name) ?? ""
    await world.act("member", createFolder, { name: "Own", parentId: idOf("Used") })
    world.clock.advance(1)
    await world.act("member", editFolder, { id: idOf("Named"), name: "Renamed" })
    await world.act("member", createShareLink, { folderId: idOf("Shared") })
    await world.act("member", createUploadLink, { folderPath: "/Filled" })
    await Promise.all([half(), both()])
    assert.deepEqual(await names(), ["Filled", "Half", "Renamed", "Shared", "Used"])
    assert.deepEqual(await foldersIn(idOf("Half")), [], "the empty one inside is gone")
  })

  test("409 for folders that are too deep, without the limits of the workspace, and nothing stays", async (t) => {
    const world = await uploadWorld(t)
    const { status, text } = await beginIn(world, `${"deep/".repeat(21)}a.txt`)

    assert.equal(status, 409)
    assert.match(JSON.parse(text).error.message, /^These folders can't be added here\.$/)
    assert.deepEqual(await world.left(), nothing)
    assert.deepEqual((await world.act("viewer", listFolder, {})).folders, [])
    const long = await beginIn(world, `${"x".repeat(256)}/a.txt`)
    assert.equal(long.status, 400)
  })

  onBothDatabases(
    "a link's page stays while an upload is unfinished, also after its last file and its end",
    async (t, kind) => {
      const world = await uploadWorld(t, { maxFiles: 1, expiresInMinutes: 15 }, { kind })
      const path = await begin(world, 10)
      const page = () => world.get(world.link, { accept: "application/json" })
      assert.deepEqual([(await page()).status, (await page()).body.filesLeft], [200, 0])
      world.clock.advance(16 * 60_000)
      assert.deepEqual([(await page()).status, (await page()).body.filesLeft], [200, 0])

      await patch(world, path, { offset: 0, bytes: Buffer.alloc(10) })

      assert.equal((await page()).status, 410)
    },
  )

  test("the type of a file in pieces follows from its first bytes where the browser gives none", async (t) => {
    const world = await uploadWorld(t)
    const metadata = `filename ${btoa("Bericht.pdf")},filetype `
    const headers = { ...tus, "upload-length": 9, "upload-metadata": metadata, "content-length": 0 }
    const { headers: begun } = await world.send("POST", world.link, { headers })
    const path = new URL(String(begun.location)).pathname
    await patch(world, path, { offset: 0, bytes: Buffer.from("%P") })
    await patch(world, path, { offset: 2, bytes: Buffer.from("DF-1.7\n") })

    assert.equal((await storedFile(world)).content_type, "application/pdf")
  })

  onBothDatabases("a file in pieces becomes the same file, and leaves nothing else", async (t, kind) => {
    const world = await uploadWorld(t, {}, { kind })
    const bytes = randomBytes(20_000_000)
    const path = await begin(world, bytes.length)
    assert.equal((await head(world, path))["upload-offset"], "0")

    for (const [start, end] of [
      [0, 1],
      [1, 12_000_000],
      [12_000_000, bytes.length],
    ] as const) {
      const { status, headers } = await patch(world, path, { offset: start, bytes: bytes.subarray(start, end) })
      assert.equal(status, 204)
      assert.equal(headers["upload-offset"], String(end))
      assert.equal(headers["tus-resumable"], "1.0.0")
    }

    const file = await storedFile(world)
    assert.equal(file.name, "film.mp4")
    assert.equal(file.content_type, "video/mp4")
    assert.equal(sha256(file.bytes), sha256(bytes))
    assert.deepEqual(await world.left(), {
      files: ["film.mp4"],
      uploads: 0,
      parts: 0,
      blobs: 1,
      usedBytes: bytes.length,
    })
    const { "upload-offset": offset, "upload-length": length } = await head(world, path)
    assert.deepEqual([offset, length], [String(bytes.length), String(bytes.length)], "who missed the answer learns it")
  })

  test("bytes that arrived before the connection broke are kept, and the upload continues after them", async (t) => {
    const world = await uploadWorld(t)
    const bytes = randomBytes(3_000_000)
    const path = await begin(world, bytes.length)
    const broken = world.send("PATCH", path, {
      headers: patchHeaders(0, bytes.length),
      write: async (body) => {
        await body.write(bytes.subarray(0, 1_000_000))
        body.destroy()
      },
    })
    await assert.rejects(broken)
    await until(async () => (await world.left()).parts === 1)

    const offset = Number((await head(world, path))["upload-offset"])
    assert.ok(offset > 0 && offset <= 1_000_000, `${offset} bytes are durable`)
    const { status } = await patch(world, path, { offset, bytes: bytes.subarray(offset) })

    assert.equal(status, 204)
    assert.equal(sha256((await storedFile(world)).bytes), sha256(bytes))
  })

  test("409 at another offset than the upload's, and for the second of two who go on at once", async (t) => {
    const world = await uploadWorld(t)
    const path = await begin(world, 2_000)
    assert.equal((await patch(world, path, { offset: 5, bytes: Buffer.alloc(5) })).status, 409)

    const both = [1, 2].map((fill) => patch(world, path, { offset: 0, bytes: Buffer.alloc(1_000, fill) }))
    const statuses = (await Promise.all(both)).map(({ status }) => status)

    assert.deepEqual(statuses.toSorted(), [204, 409])
    assert.equal((await head(world, path))["upload-offset"], "1000")
    assert.equal((await world.left()).blobs, 1, "what lost is removed")
  })

  test("413 for more bytes than were announced, or than the link takes", async (t) => {
    const world = await uploadWorld(t, { maxFileBytes: 1_000 })
    const over = { ...tus, "upload-length": 1_001, "content-length": 0 }
    assert.equal((await world.send("POST", world.link, { headers: over })).status, 413)

    const path = await begin(world, 1_000)
    assert.equal((await patch(world, path, { offset: 0, bytes: Buffer.alloc(1_001) })).status, 413)
    assert.deepEqual(await world.left(), { ...nothing, uploads: 1, usedBytes: 1_000 })
  })

  test("410 once the link was revoked; an end that passed lets what was begun finish", async (t) => {
    const world = await uploadWorld(t)
    const path = await begin(world, 10)
    await patch(world, path, { offset: 0, bytes: Buffer.alloc(5) })
    world.clock.advance(15 * 60_000)
    assert.equal(
      (await world.send("POST", world.link, { headers: { ...tus, "upload-length": 1, "content-length": 0 } })).status,
      410,
    )
    assert.equal((await patch(world, path, { offset: 5, bytes: Buffer.alloc(4) })).status, 204)

    await world.act("member", revokeUploadLink, { id: world.linkId })

    assert.equal((await patch(world, path, { offset: 9, bytes: Buffer.alloc(1) })).status, 410)
    world.clock.advance(24 * 3_600_000)
    await sweepUploads(world.cx)
    assert.deepEqual(await world.left(), nothing)
  })

  test("a rest of a day ends an upload, and its room and its place are free again", async (t) => {
    const world = await uploadWorld(t, { maxFiles: 1, expiresInMinutes: 10_000 })
    const path = await begin(world, 1_000)
    await patch(world, path, { offset: 0, bytes: Buffer.alloc(10) })
    world.clock.advance(24 * 3_600_000 - 1)
    await sweepUploads(world.cx)
    assert.equal((await world.left()).parts, 1)

    world.clock.advance(1)
    await sweepUploads(world.cx)

    assert.deepEqual(await world.left(), nothing)
    assert.equal((await world.send("HEAD", path, { headers: tus })).status, 404)
    assert.match(await begin(world, 1), /uploads/)
  })

  test("204 for an upload that is given up", async (t) => {
    const world = await uploadWorld(t)
    const path = await begin(world, 1_000)
    await patch(world, path, { offset: 0, bytes: Buffer.alloc(10) })

    assert.equal((await world.send("DELETE", path, { headers: tus })).status, 204)
    assert.deepEqual(await world.left(), nothing)
  })

  test("an upload that is complete becomes a file though the request that completed it died", async (t) => {
    let isBroken = true
    const world = await uploadWorld(
      t,
      {},
      {
        change: (app) => ({
          ...app,
          blobs: {
            ...app.blobs,
            write: (key, bytes, max) => {
              if (isBroken && key.startsWith("files/")) throw new Error("the process dies here")
              return app.blobs.write(key, bytes, max)
            },
          },
        }),
      },
    )
    const path = await begin(world, 4)
    assert.equal((await patch(world, path, { offset: 0, bytes: Buffer.from("four") })).status, 500)
    assert.equal((await head(world, path))["upload-offset"], "4")

    isBroken = false
    world.clock.advance(2 * 60_000)
    await runDueJobs(world.app, jobs)

    assert.equal((await storedFile(world)).bytes.toString(), "four")
    assert.equal((await world.left()).blobs, 1)
  })

  test("500 when the store hangs at a part or at the end; it continues from what is stored, byte for byte", async (t) => {
    const store = await hangingStore(t)
    const world = await uploadWorld(t, {}, { change: store.change })
    const bytes = randomBytes(3_000)
    const path = await begin(world, bytes.length)
    await patch(world, path, { offset: 0, bytes: bytes.subarray(0, 1_000) })

    store.let("hang", ({ method }) => method === "PUT")
    const hung = await patch(world, path, { offset: 1_000, bytes: bytes.subarray(1_000) })
    assert.deepEqual([hung.status, JSON.parse(hung.text).error.code], [500, "upstream_error"])
    assert.equal((await head(world, path))["upload-offset"], "1000")

    store.let("hang", ({ url }) => url?.startsWith("/files/files/") ?? false)
    assert.equal((await patch(world, path, { offset: 1_000, bytes: bytes.subarray(1_000) })).status, 500)
    assert.equal((await head(world, path))["upload-offset"], "3000")
    assert.deepEqual((await world.left()).files, [])

    store.let()
    assert.equal((await patch(world, path, { offset: 3_000, bytes: Buffer.alloc(0) })).status, 204)
    const file = await world.app.database.read.selectFrom("files").selectAll().executeTakeFirstOrThrow()
    assert.ok((await buffer(await store.blobs.read(file.blob_key))).equals(bytes))
    const { uploads, parts, usedBytes } = await world.left()
    assert.deepEqual({ uploads, parts, usedBytes }, { uploads: 0, parts: 0, usedBytes: bytes.length })
  })

  test("500 when the store hangs with a whole file; its room is free at once, and the bytes go with the sweeper", async (t) => {
    const store = await hangingStore(t)
    const world = await uploadWorld(t, {}, { change: store.change })
    store.let("hang")
    const { status, text } = await world.send("PUT", `${world.link}/film.mp4`, {
      headers: { "content-length": 4 },
      bytes: Buffer.from("four"),
    })
    assert.deepEqual([status, JSON.parse(text).error.code], [500, "upstream_error"])
    const { files, uploads, usedBytes } = await world.left()
    assert.deepEqual({ files, uploads, usedBytes }, { files: [], uploads: 0, usedBytes: 0 })

    store.let()
    const removed: string[] = []
    store.peer.fateOf = ({ method, url = "" }) => {
      if (method === "DELETE") removed.push(url)
      return "pass"
    }
    world.clock.advance(24 * 3_600_000)
    await sweepUploads({ ...world.cx, blobs: store.blobs })
    assert.equal(removed.length, 1)
  })

  test("an empty file is a file", async (t) => {
    const world = await uploadWorld(t)
    await begin(world, 0, "empty.txt")
    assert.deepEqual((await world.left()).files, ["empty.txt"])
  })

  test("another link does not reach an upload", async (t) => {
    const world = await uploadWorld(t)
    const other = await uploadWorld(t)
    const path = await begin(world, 10)
    const { status } = await world.send("HEAD", path.replace(world.link, other.link), { headers: tus })
    assert.equal(status, 404)
  })

  test("204 with what is spoken here; 412, 415 and 400 for what is not", async (t) => {
    const world = await uploadWorld(t)
    const options = await world.send("OPTIONS", world.link)
    assert.equal(options.status, 204)
    assert.equal(options.headers["tus-version"], "1.0.0")
    assert.equal(options.headers["tus-extension"], "creation,expiration,termination")
    assert.match(String(options.headers["access-control-allow-methods"]), /PATCH/)

    const path = await begin(world, 10)
    const old = await world.send("HEAD", path, { headers: { "tus-resumable": "0.2.2" } })
    assert.equal(old.status, 412)
    assert.equal(old.headers["tus-version"], "1.0.0")
    const typed = { ...patchHeaders(0, 0), "content-type": "text/plain" }
    assert.equal((await world.send("PATCH", path, { headers: typed })).status, 415)
    for (const length of ["-1", "x", "1e3", "9".repeat(30), ""]) {
      const headers = { ...tus, "upload-length": length, "content-length": 0 }
      assert.equal((await world.send("POST", world.link, { headers })).status, 400, length)
    }
    const name = Buffer.from(`${"é".repeat(252)}.mp4`).toString("base64")
    const named = { ...tus, "upload-length": 1, "upload-metadata": `filename ${name}`, "content-length": 0 }
    const long = await world.send("POST", world.link, { headers: named })
    assert.equal(long.status, 400)
    assert.match(long.text, /is too long; use at most 255 characters/)
  })
})
