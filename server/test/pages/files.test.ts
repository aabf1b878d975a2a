import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { readdirSync, readlinkSync } from "node:fs"
import { type IncomingMessage, get as request } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { describe, type TestContext, test } from "node:test"
import { anonymous } from "#access/context.ts"
import { withDeadlines } from "#adapters/blobs/with-deadlines.ts"
import { downloadFile, previewFile } from "#domains/drive/index.ts"
import { addOfferFile, deliveryUrl, getDelivery, publishOffer } from "#domains/handover/index.ts"
import { until } from "#test/support/basics/until.ts"
import { encodeText } from "#test/support/formats/encode-text.ts"
import { draftOffer, insertPurchase } from "#test/support/selling/shop.ts"
import { hangingStore } from "#test/support/stand-ins/hanging-s3-store.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type HttpOptions, type HttpWorld, httpWorld, listen } from "#test/support/worlds/http-world.ts"

const text = "0123456789"
const unused = () => Promise.reject(new Error("not used"))
type Changes = Pick<HttpOptions, "change">

/** A world with one bought file, and the path of its signed address. */
async function withFile(
  t: TestContext,
  { name = "digits.txt", bytes = Buffer.from(text), change }: { name?: string; bytes?: Buffer } & Changes = {},
) {
  const world = await httpWorld(t, change && { change })
  const { act } = world
  const upload = { name, contentType: "text/plain", bytes }
  const { id: fileId } = await putDriveFile(world.app, world.callers.member, upload)
  const draft = await draftOffer(world)
  await act("member", addOfferFile, { offerId: draft.id, fileId })
  const purchase = await insertPurchase(world, await act("member", publishOffer, { id: draft.id }))
  return { ...world, purchase, path: await addressOf(world, purchase) }
}

async function addressOf(
  { act, app }: HttpWorld,
  purchase: { id: string; delivery_generation: number },
): Promise<string> {
  const link = deliveryUrl(app, purchase).split("/").at(-1)
  const { files } = await act(anonymous, getDelivery, { link })
  return new URL(String(files[0]?.url)).pathname
}

describe("GET {files}/{address}", () => {
  test("200 with the whole file, to be saved and never shown", async (t) => {
    const { get, path } = await withFile(t)

    const { status, headers, bytes } = await get(path)

    assert.equal(status, 200)
    assert.equal(bytes.toString(), text)
    assert.equal(headers["content-length"], "10")
    assert.equal(headers["accept-ranges"], "bytes")
    assert.equal(headers["content-disposition"], `attachment; filename="digits.txt"; filename*=UTF-8''digits.txt`)
    assert.equal(headers["content-security-policy"], "sandbox; default-src 'none'")
    assert.equal(headers["cross-origin-resource-policy"], "same-origin")
    assert.equal(headers["x-content-type-options"], "nosniff")
    assert.equal(headers["cache-control"], "private, no-store")
    assert.match(String(headers.etag), /^"[0-9a-f]{64}"$/)
  })

  test("500 when the store hangs, a file that ends where the store stops, and the rest by its range", async (t) => {
    const store = await hangingStore(t)
    const file = randomBytes(300_000)
    const world = await withFile(t, { bytes: file, change: store.change })
    const { blob_key } = await world.app.database.read.selectFrom("files").selectAll().executeTakeFirstOrThrow()
    await store.blobs.write(blob_key, await world.app.blobs.read(blob_key), file.length)

    store.let("hang")
    for (const range of ["bytes=0-", "bytes=5-9"]) {
      const { status, headers, body } = await world.get(world.path, { range })
      assert.deepEqual([status, body.error.code], [500, "upstream_error"])
      for (const name of ["etag", "content-range", "content-disposition", "accept-ranges"]) {
        assert.equal(headers[name], undefined, name)
      }
    }

    store.let("hang in the body")
    const { url } = await listen(world)
    const cut = await fetch(url + world.path, { headers: { host: "localhost:3000" } })
    const received: Uint8Array[] = []
    await assert.rejects(async () => {
      for await (const chunk of cut.body ?? []) received.push(chunk)
    })
    const start = Buffer.concat(received)
    assert.ok(start.length > 0 && start.length < file.length, `${start.length} bytes came`)

    store.let()
    const { status, bytes } = await world.get(world.path, {
      range: `bytes=${start.length}-`,
      "if-range": String(cut.headers.get("etag")),
    })
    assert.equal(status, 206)
    assert.ok(Buffer.concat([start, bytes]).equals(file))
  })

  test("500 without the file's headers when the store answers but sends no byte", async (t) => {
    const silent = withDeadlines(
      { read: async () => new Readable({ read() {} }), write: unused, remove: unused, list: unused },
      50,
    )
    const { get, path } = await withFile(t, { change: (app) => ({ ...app, blobs: silent }) })
    const { status, headers, body } = await get(path)
    assert.deepEqual([status, body.error.code, headers.etag], [500, "upstream_error", undefined])
  })

  test("206 with the requested bytes", async (t) => {
    const { get, path } = await withFile(t)
    for (const [range, part, place] of [
      ["bytes=0-0", "0", "0-0"],
      ["bytes=4-", "456789", "4-9"],
      ["bytes=-3", "789", "7-9"],
    ] as const) {
      const { status, headers, bytes } = await get(path, { range })
      assert.equal(status, 206, range)
      assert.equal(bytes.toString(), part)
      assert.equal(headers["content-range"], `bytes ${place}/10`)
      assert.equal(headers["content-length"], String(part.length))
    }
  })

  test("206 to continue the same file, 200 from the start for another one", async (t) => {
    const { get, path } = await withFile(t)
    const { headers } = await get(path)
    const range = "bytes=5-"
    assert.equal((await get(path, { range, "if-range": String(headers.etag) })).status, 206)
    assert.equal((await get(path, { range, "if-range": '"another"' })).bytes.toString(), text)
    assert.equal((await get(path, { range, "if-range": new Date().toUTCString() })).status, 200)
  })

  test("416 when none of the bytes exist", async (t) => {
    const { get, path } = await withFile(t)
    const { status, headers, bytes } = await get(path, { range: "bytes=10-" })
    assert.equal(status, 416)
    assert.equal(headers["content-range"], "bytes */10")
    assert.equal(bytes.length, 0)
  })

  test("200 for an empty file", async (t) => {
    const { get, path } = await withFile(t, { bytes: Buffer.alloc(0) })
    const { status, headers } = await get(path)
    assert.equal(status, 200)
    assert.equal(headers["content-length"], "0")
  })

  test("200 under any name", async (t) => {
    const { get, path } = await withFile(t, { name: `Grüße "🎨"\r\nSet-Cookie: a=b;.txt` })
    const { status, headers } = await get(path)
    assert.equal(status, 200)
    assert.match(String(headers["set-cookie"]), /^begun=[\w-]{43};[^,]*$/)
    assert.match(decodeURIComponent(String(headers["content-disposition"])), /filename\*=UTF-8''Grüße "🎨"/)
  })

  test("HEAD has the same headers and no body", async (t) => {
    const { server, get, path } = await withFile(t)
    const { headers } = await get(path)
    const head = await server.inject({ method: "HEAD", url: path })
    assert.equal(head.statusCode, 200)
    assert.equal(head.payload, "")
    for (const name of ["content-length", "content-type", "content-disposition", "etag", "accept-ranges"]) {
      assert.equal(head.headers[name], headers[name], name)
    }
  })

  test("404 after five minutes, after a refund, after revoking, and for a changed letter", async (t) => {
    const world = await withFile(t)
    const { get, path, clock, app, purchase } = world
    const change = (set: object) =>
      app.database.transaction((db) => db.updateTable("purchases").set(set).where("id", "=", purchase.id).execute())

    assert.equal((await get(`${path.slice(0, -2)}${path.endsWith("AA") ? "BB" : "AA"}`)).status, 404)
    await change({ state: "refunded" })
    assert.equal((await get(path)).status, 404)
    await change({ state: "fulfilled", delivery_generation: 2 })
    assert.equal((await get(path)).status, 404)
    const fresh = await addressOf(world, { ...purchase, delivery_generation: 2 })
    assert.equal((await get(fresh)).status, 200)
    clock.advance(5 * 60_000)
    assert.equal((await get(fresh)).status, 404)
  })

  test("an interrupted download leaves no file open", async (t) => {
    const { server, path } = await withFile(t, { bytes: Buffer.alloc(20_000_000) })
    await server.listen({ port: 0, host: "127.0.0.1" })
    const { port } = server.server.address() as AddressInfo

    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`http://127.0.0.1:${port}${path}`, resolve).on("error", reject)
    })
    assert.equal(openBlobs(), 1)
    response.destroy()

    await until(async () => openBlobs() === 0)
  })
})

/** How many files of a blob store this process has open. */
function openBlobs(): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes("/blobs/")
    } catch {
      return false
    }
  }).length
}

describe("GET {files}/{address} of a preview", () => {
  test("200 with content that the console may frame, without scripts, and with text as text", async (t) => {
    const world = await httpWorld(t)
    const upload = { name: "a.md", contentType: "text/markdown", bytes: "<script>alert(1)</script>" }
    const { id } = await putDriveFile(world.app, world.callers.member, upload)

    const { status, headers } = await world.get(new URL((await world.act("member", previewFile, { id })).url).pathname)

    assert.equal(status, 200)
    assert.equal(headers["content-type"], "text/plain; charset=utf-8")
    assert.equal(headers["content-disposition"], "inline")
    assert.equal(
      headers["content-security-policy"],
      "sandbox; default-src 'none'; frame-ancestors http://localhost:3000",
    )
    assert.equal(headers["x-content-type-options"], "nosniff")
    const saved = await world.get(new URL((await world.act("member", downloadFile, { id })).url).pathname)
    assert.match(String(saved.headers["content-disposition"]), /^attachment/)
  })

  test("200 with a text in its own encoding, which is UTF-8, UTF-16, Latin-1 or another old one", async (t) => {
    const world = await httpWorld(t)
    const words = "Name;Ort\r\nMüller;Köln\r\n"
    const wide = Buffer.from(words, "utf16le")
    const texts = {
      "utf8.csv": Buffer.from(words),
      "marked.csv": Buffer.from(`\ufeff${words}`),
      "latin1.csv": Buffer.from(words, "latin1"),
      "late.txt": Buffer.from(`${"x".repeat(200_000)} é`, "latin1"),
      "excel.txt": Buffer.concat([Buffer.from([0xff, 0xfe]), wide]),
      "big-endian.csv": Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(wide).swap16()]),
      "unmarked.csv": wide,
      "russian.txt": Buffer.from("Привет, как дела", "utf16le"),
      ...Object.fromEntries(
        ["windows-1251", "koi8-u"].map((label) => [`${label}.txt`, Buffer.from(encodeText("Привет, как дела", label))]),
      ),
      ...Object.fromEntries(
        ["shift_jis", "euc-jp", "iso-2022-jp"].map((label) => [
          `${label}.md`,
          Buffer.from(encodeText("会議の資料です。", label)),
        ]),
      ),
    }
    for (const [name, bytes] of Object.entries(texts)) {
      const { id } = await putDriveFile(world.app, world.callers.member, { name, bytes })
      const { url } = await world.act("member", previewFile, { id })
      const { status, headers, bytes: sent } = await world.get(new URL(url).pathname)
      assert.equal(status, 200)
      const [, charset = ""] = /^text\/plain; charset=(.+)$/.exec(String(headers["content-type"])) ?? []
      const shown = new TextDecoder(charset).decode(sent)
      assert.match(
        shown,
        /^(Name;Ort\r\nMüller;Köln\r\n|x+ é|Привет, как дела|会議の資料です。)$/,
        `${name} as ${charset}`,
      )
    }
  })

  test("404 once its member has left, and for a MAC of a download", async (t) => {
    const world = await httpWorld(t)
    const upload = { name: "a.txt", contentType: "text/plain", bytes: text }
    const { id } = await putDriveFile(world.app, world.callers.member, upload)
    const shown = new URL((await world.act("member", previewFile, { id })).url).pathname
    const saved = new URL((await world.act("member", downloadFile, { id })).url).pathname
    const mixed = shown.replace(/\.[^.]+$/, `.${saved.split(".").at(-1)}`)
    assert.equal((await world.get(mixed)).status, 404)

    await world.app.database.transaction((db) => db.deleteFrom("members").where("role", "=", "member").execute())

    assert.equal((await world.get(shown)).status, 404)
  })
})
