import assert from "node:assert/strict"
import { connect } from "node:net"
import type { Readable } from "node:stream"
import { describe, type TestContext, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { anonymous } from "#access/context.ts"
import type { App } from "#access/perform.ts"
import { addOfferFile, deliveryUrl, getDelivery, publishOffer, revokeDelivery } from "#domains/handover/index.ts"
import { until } from "#test/support/basics/until.ts"
import { unpack } from "#test/support/formats/unzip.ts"
import { draftOffer, insertPurchase } from "#test/support/selling/shop.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type HttpWorld, httpWorld, listen } from "#test/support/worlds/http-world.ts"

interface Wish {
  /** Names and texts of the files. */
  files?: readonly (readonly [string, string | Buffer])[]
  change?: (app: App) => App
}

const three = [
  ["notes.txt", "one"],
  ["notes.txt", "two"],
  ["größe.txt", "three"],
] as const

/** A world with a bought offer, and the path of its archive of all files. */
async function bought(t: TestContext, { files = three, change }: Wish = {}) {
  const world = await httpWorld(t, change && { change })
  const { act } = world
  const draft = await draftOffer(world, { title: "Fonts: all of them" })
  for (const [name, content] of files) {
    const file = { name, contentType: "text/plain", bytes: content }
    const { id: fileId } = await putDriveFile(world.app, world.callers.member, file)
    await act("member", addOfferFile, { offerId: draft.id, fileId })
  }
  const purchase = await insertPurchase(world, await act("member", publishOffer, { id: draft.id }))
  const archive = await archiveOf(world, purchase)
  return { ...world, purchase, archive, path: archive ? new URL(archive.url).pathname : "" }
}

async function archiveOf({ act, app }: HttpWorld, purchase: Parameters<typeof deliveryUrl>[1]) {
  const link = deliveryUrl(app, purchase).split("/").at(-1)
  return (await act(anonymous, getDelivery, { link })).archive
}

/** Reads the response until it ends; returns whether it had the announced length. */
async function readAll(url: string): Promise<{ length: number; isWhole: boolean }> {
  const answer = await fetch(url, { headers: { host: "localhost:3000" } })
  let length = 0
  try {
    for await (const chunk of answer.body ?? []) length += chunk.length
    return { length, isWhole: true }
  } catch {
    return { length, isWhole: false }
  }
}

describe("GET {files}/{address of all files}", () => {
  test("200 with one zip of every file, of the announced length, under distinct names", async (t) => {
    const { get, path } = await bought(t)

    const { status, headers, bytes } = await get(path)

    assert.equal(status, 200)
    assert.equal(headers["content-type"], "application/zip")
    assert.equal(headers["content-length"], String(bytes.length))
    assert.match(String(headers["content-disposition"]), /^attachment; filename="Fonts: all of them\.zip"/)
    assert.equal(headers["cache-control"], "private, no-store")
    assert.equal(headers["content-security-policy"], "sandbox; default-src 'none'")
    assert.equal(headers["x-content-type-options"], "nosniff")
    assert.deepEqual(await unpack(bytes), { "notes.txt": "one", "notes (2).txt": "two", "größe.txt": "three" })
  })

  test("302 from the page's download of all files to a new address", async (t) => {
    const { get, app, purchase } = await bought(t)
    const { status, headers } = await get(`${new URL(deliveryUrl(app, purchase)).pathname}/files/all`)
    assert.equal(status, 302)
    const zip = await get(new URL(String(headers.location)).pathname)
    assert.equal(Object.keys(await unpack(zip.bytes)).length, 3)
  })

  test("200 for HEAD with the length, and no file is opened", async (t) => {
    let reads = 0
    const change = (app: App): App => ({
      ...app,
      blobs: {
        ...app.blobs,
        read: (...args) => {
          reads += 1
          return app.blobs.read(...args)
        },
      },
    })
    const { server, path } = await bought(t, { change })
    const head = await server.inject({ method: "HEAD", url: path, headers: { host: "localhost:3000" } })
    await sleep(20)
    assert.equal(head.statusCode, 200)
    assert.ok(Number(head.headers["content-length"]) > 300)
    assert.equal(reads, 0)
  })

  test("404 once the address is five minutes old, for a foreign signature, and after a revocation", async (t) => {
    const world = await bought(t)
    const { get, path, act, clock, purchase } = world
    const single = path.replace(".all.", ".offer_file_x.")
    assert.equal((await get(single)).status, 404)
    assert.equal((await get(`${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`)).status, 404)
    clock.advance(5 * 60_000)
    assert.equal((await get(path)).status, 404)
    const fresh = new URL((await archiveOf(world, purchase))?.url ?? "").pathname
    await act("admin", revokeDelivery, { id: purchase.id })
    const refused = await get(fresh)
    assert.deepEqual([refused.status, refused.body.error.code], [404, "not_found"])
    assert.equal(refused.headers["content-disposition"], undefined)
  })

  test("one file alone is not packed", async (t) => {
    const { archive, get, app, purchase } = await bought(t, { files: [["a.txt", "one"]] })
    assert.equal(archive, null)
    assert.equal((await get(`${new URL(deliveryUrl(app, purchase)).pathname}/files/all`)).status, 404)
  })

  test("206 with any part of the zip, which is the same bytes each time; 416 behind its end", async (t) => {
    const files = [1, 2, 3].map((each) => [`${each}.bin`, Buffer.alloc(70_000, each)] as const)
    const { get, path } = await bought(t, { files })
    const { bytes, headers } = await get(path)
    const { etag = "" } = headers
    assert.equal(headers["accept-ranges"], "bytes")

    for (const start of [0, 1, 69_999, 70_123, 150_000, bytes.length - 1]) {
      for (const end of [start, Math.min(start + 80_000, bytes.length - 1), bytes.length - 1]) {
        const part = await get(path, { range: `bytes=${start}-${end}`, "if-range": etag })
        assert.equal(part.status, 206)
        assert.equal(part.headers["content-range"], `bytes ${start}-${end}/${bytes.length}`)
        assert.equal(part.headers["content-length"], String(end - start + 1))
        assert.ok(part.bytes.equals(bytes.subarray(start, end + 1)), `${start}-${end}`)
      }
    }
    assert.ok((await get(path, { range: "bytes=-10" })).bytes.equals(bytes.subarray(-10)))
    assert.equal((await get(path, { range: "bytes=5-", "if-range": '"another"' })).bytes.length, bytes.length)
    const beyond = await get(path, { range: `bytes=${bytes.length}-` })
    assert.deepEqual([beyond.status, beyond.headers["content-range"]], [416, `bytes */${bytes.length}`])
  })

  test("a purchase gets one later part at a time; a second request gets the whole zip", async (t) => {
    const files = [1, 2].map((each) => [`${each}.bin`, Buffer.alloc(20_000_000, each)] as const)
    const world = await bought(t, { files })
    const { url } = await listen(world)
    const headers = { host: "localhost:3000", range: "bytes=1000000-" }
    const slow = await fetch(url + world.path, { headers })
    assert.equal(slow.status, 206)

    const second = await fetch(url + world.path, { headers })
    assert.equal(second.status, 200)
    await second.body?.cancel()
    await slow.body?.cancel()
    await until(async () => {
      const again = await fetch(url + world.path, { headers: { ...headers, range: "bytes=1000000-1000001" } })
      await again.arrayBuffer()
      return again.status === 206
    })
  })

  test("206 for a day in the browser that began; 404 in others, before it began, and after a revocation", async (t) => {
    const world = await bought(t)
    const { get, clock, purchase, act } = world
    const { files } = await act(anonymous, getDelivery, {
      link: deliveryUrl(world.app, purchase).split("/").at(-1),
    })
    const hour = 3_600_000
    for (const path of [world.path, new URL(files[0]?.url ?? "").pathname]) {
      const began = await get(path, { range: "bytes=0-" })
      const cookie = String(began.headers["set-cookie"]).split(";")[0] ?? ""
      assert.match(
        String(began.headers["set-cookie"]),
        /^begun=[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/,
      )
      const late = { range: "bytes=2-", "if-range": String(began.headers.etag) }
      clock.advance(hour)
      assert.equal((await get(path, late)).status, 404)
      const rest = await get(path, { ...late, cookie })
      assert.equal(rest.status, 206)
      assert.ok(rest.bytes.equals(began.bytes.subarray(2)))
      clock.advance(-hour)
    }
    const path = world.path
    const cookie = String((await get(path)).headers["set-cookie"]).split(";")[0] ?? ""
    clock.advance(24 * hour + 5 * 60_000 - 1)
    assert.equal((await get(path, { range: "bytes=2-", cookie })).status, 206)
    await act("admin", revokeDelivery, { id: purchase.id })
    assert.equal((await get(path, { range: "bytes=2-", cookie })).status, 404)
    const other = await bought(t)
    const begun = String((await other.get(other.path)).headers["set-cookie"]).split(";")[0] ?? ""
    other.clock.advance(24 * hour + 5 * 60_000)
    assert.equal((await other.get(other.path, { range: "bytes=2-", cookie: begun })).status, 404)
  })

  test("the connection ends before the next file once the purchase was revoked, and a file is missing", async (t) => {
    let onFirst = async () => {}
    const change = (app: App): App => ({
      ...app,
      blobs: {
        ...app.blobs,
        read: async (...args) => {
          const bytes = await app.blobs.read(...args)
          await onFirst()
          return bytes
        },
      },
    })
    const files = [1, 2, 3].map((each) => [`${each}.bin`, Buffer.alloc(100_000, each)] as const)
    const world = await bought(t, { files, change })
    const { url } = await listen(world)
    const whole = await readAll(url + world.path)
    assert.equal(whole.isWhole, true)

    onFirst = async () => {
      onFirst = async () => {}
      await world.act("admin", revokeDelivery, { id: world.purchase.id })
    }
    const cut = await readAll(url + world.path)
    assert.equal(cut.isWhole, false)
    assert.ok(cut.length < 200_000, `${cut.length} bytes came`)
  })

  test("the connection ends where a blob is missing, rather than after a zip without it", async (t) => {
    const world = await bought(t, { files: [1, 2, 3].map((each) => [`${each}.bin`, Buffer.alloc(100_000)] as const) })
    const rows = await world.app.database.read.selectFrom("files").select(["blob_key", "name"]).execute()
    await world.app.blobs.remove(rows.find(({ name }) => name === "2.bin")?.blob_key ?? "")
    const { url } = await listen(world)

    const { isWhole, length } = await readAll(url + world.path)

    assert.equal(isWhole, false)
    assert.ok(length < 200_000, `${length} bytes came`)
  })

  test("the open file is closed when the client disconnects, and no other is opened", async (t) => {
    const opened: Readable[] = []
    const change = (app: App): App => ({
      ...app,
      blobs: {
        ...app.blobs,
        read: async (...args) => {
          const bytes = await app.blobs.read(...args)
          opened.push(bytes)
          return bytes
        },
      },
    })
    const files = [1, 2].map((each) => [`${each}.bin`, Buffer.alloc(20_000_000, each)] as const)
    const world = await bought(t, { files, change })
    const { url } = await listen(world)

    for (let round = 1; round <= 5; round += 1) {
      const socket = connect(Number(new URL(url).port), "127.0.0.1")
      socket.write(`GET ${world.path} HTTP/1.1\r\nhost: localhost:3000\r\n\r\n`)
      await new Promise((resolve) => socket.once("data", resolve))
      socket.pause()
      await until(async () => opened.length === round)
      assert.equal(opened.at(-1)?.destroyed, false)
      socket.resetAndDestroy()
      await until(async () => opened.at(-1)?.destroyed === true)
    }
    await sleep(50)
    assert.equal(opened.length, 5)
  })
})
