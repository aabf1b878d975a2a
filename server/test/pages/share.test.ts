import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { Renderer } from "@takumi-rs/core"
import { createFolder, createShareLink, listShareLinks, revokeShareLink } from "#domains/drive/index.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { readPictureHeader } from "#kernel/pictures/picture-header.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import { cameraWords, withExif } from "#test/support/formats/with-exif.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type PageWorld, pageWorld } from "#test/support/worlds/page-world.ts"

const pathOf = (url: string) => new URL(url).pathname

async function put(
  { app, callers }: PageWorld,
  name: string,
  { folderId = null as string | null, contentType = "" } = {},
) {
  return (await putDriveFile(app, callers.member, { name, folderId, contentType, bytes: "0123456789" })).id
}

const shared = async (world: PageWorld, input: object) => {
  const { id, url } = await world.act("member", createShareLink, input)
  const downloads = async () =>
    (await world.act("member", listShareLinks, {})).items.find((one) => one.id === id)?.downloads
  return { id, path: pathOf(url), downloads }
}

describe("GET /share/{token}", () => {
  test("200 with the file's name, size and workspace, its download, and nothing for search engines or caches", async (t) => {
    const world = await pageWorld(t)
    const { path, downloads } = await shared(world, { fileId: await put(world, "<b>draft.txt") })

    const page = await world.visit(path)

    assert.equal(page.status, 200)
    assert.match(page.html, /Shared by <bdi>Studio Ada<\/bdi>/)
    assert.match(page.html, /10\sbytes?/)
    assert.ok(page.html.includes("&lt;b&gt;draft.txt") && !page.html.includes("<b>draft"))
    assert.equal(page.headers["x-robots-tag"], "noindex")
    assert.equal(page.headers["cache-control"], "no-store")
    assert.equal(page.headers["referrer-policy"], "no-referrer")
    assert.doesNotMatch(page.html, /<img/, "what is no picture is not shown")
    assert.equal(await downloads(), 0, "looking is no download")

    const href = page.links.find(({ href }) => href.includes("/files/"))?.href ?? ""
    const head = await world.server.inject({ method: "HEAD", url: href })
    assert.deepEqual([head.statusCode, head.headers.allow, head.headers.location], [405, "GET", undefined])
    assert.equal(await downloads(), 0)
    const { statusCode, headers } = await world.server.inject({ method: "GET", url: href })
    assert.equal(statusCode, 302)
    assert.equal(headers["cache-control"], "no-store")
    const file = await world.server.inject({ method: "GET", url: pathOf(String(headers.location)) })
    assert.equal(file.payload, "0123456789")
    assert.match(String(file.headers["content-disposition"]), /^attachment;/)
    assert.equal(file.headers["content-security-policy"], "sandbox; default-src 'none'")
    assert.equal(await downloads(), 1)
  })

  test("200 with a picture, from the files' host and in a sandbox", async (t) => {
    const world = await pageWorld(t)
    const { path } = await shared(world, { fileId: await put(world, "a.png", { contentType: "image/png" }) })
    const page = await world.visit(path)
    const src = /<img[^>]* src="([^"]+)"/.exec(page.html)?.[1] ?? ""
    assert.match(page.headers["content-security-policy"] ?? "", new RegExp(`img-src [^;]*${new URL(src).origin}`))
    const { headers } = await world.server.inject({ method: "GET", url: pathOf(src) })
    assert.equal(headers["content-disposition"], "inline")
    assert.match(String(headers["content-security-policy"]), /^sandbox; default-src 'none'/)
    assert.equal(headers["x-content-type-options"], "nosniff")

    const svg = await shared(world, { fileId: await put(world, "a.svg", { contentType: "image/svg+xml" }) })
    assert.doesNotMatch((await world.visit(svg.path)).html, /<img/)
  })

  test("200 with a photograph without what its camera says; the download is the original", async (t) => {
    const world = await pageWorld(t)
    const style = { width: 40, height: 20, backgroundColor: "red" }
    const photo = withExif(
      await new Renderer().render({ type: "container", style }, { width: 40, height: 20, format: "jpeg" }),
      6,
    )
    const { id } = await putDriveFile(world.app, world.callers.member, { name: "a.jpg", bytes: photo })
    const { path } = await shared(world, { fileId: id })
    const page = await world.visit(path)
    const url = pathOf(/<img[^>]* src="([^"]+)"/.exec(page.html)?.[1] ?? "")

    const { rawPayload, headers } = await world.server.inject({ method: "GET", url })
    assert.equal(headers["content-length"], String(photo.length))
    assert.equal(rawPayload.length, photo.length)
    assert.equal(rawPayload.includes(cameraWords), false)
    assert.equal(readPictureHeader(rawPayload)?.orientation, 6, "it stays upright")
    const part = await world.server.inject({ method: "GET", url, headers: { range: "bytes=0-99" } })
    assert.deepEqual([part.statusCode, part.rawPayload.includes(cameraWords)], [200, false])
    const href = page.links.find(({ href }) => href.includes("/files/"))?.href ?? ""
    const { headers: to } = await world.server.inject({ method: "GET", url: href })
    const saved = await world.server.inject({ method: "GET", url: pathOf(String(to.location)) })
    assert.ok(saved.rawPayload.equals(photo))
  })

  test("200 with a folder, its subfolders and its files, and as JSON for programs", async (t) => {
    const world = await pageWorld(t)
    const make = async (name: string, parentId: string | null) =>
      (await world.act("member", createFolder, { name, parentId })).id
    const folderId = await make("Shots", null)
    const inner = await make("Raw", folderId)
    await put(world, "one.txt", { folderId })
    await put(world, "two.txt", { folderId: inner })
    const { path } = await shared(world, { folderId })

    const page = await world.visit(path)
    assert.match(page.html, /Shared by <bdi>Studio Ada<\/bdi>/)
    assert.ok(page.html.includes("one.txt") && !page.html.includes("two.txt"))
    const down = page.links.find(({ href }) => href.includes("folder="))?.href ?? ""
    const below = await world.visit(down)
    assert.ok(below.html.includes("two.txt") && !below.html.includes("one.txt"))
    assert.equal((await world.visit(below.links.find(({ text }) => text === "Shots")?.href ?? "")).status, 200)

    const answer = await world.server.inject({ method: "GET", url: path, headers: { accept: "application/json" } })
    const { folder } = answer.json()
    assert.deepEqual([folder.files[0].name, folder.folders[0].name], ["one.txt", "Raw"])
    assert.equal(
      (await world.server.inject({ method: "GET", url: pathOf(folder.files[0].downloadUrl) })).statusCode,
      302,
    )
    assert.equal((await world.visit(`${path}?folder=${"x".repeat(99)}`)).status, 404)
    assert.equal((await world.visit(`${path}?after=nonsense`)).status, 400)
  })

  test("302 to an address for one browser only, where downloads are limited", async (t) => {
    const world = await pageWorld(t)
    const { path } = await shared(world, { fileId: await put(world, "draft.txt"), maxDownloads: 2 })
    const href = (await world.visit(path)).links.find(({ href }) => href.includes("/files/"))?.href ?? ""
    const { headers } = await world.server.inject({ method: "GET", url: href })
    const url = pathOf(String(headers.location))
    const fetch = (more: object, cookie?: string) =>
      world.server.inject({ method: "GET", url, ...more, headers: { range: "bytes=4-", ...(cookie && { cookie }) } })

    assert.equal((await fetch({ method: "HEAD" })).statusCode, 206)
    const first = await fetch({})
    assert.deepEqual([first.statusCode, first.payload], [206, "456789"])
    const set = String(first.headers["set-cookie"])
    assert.match(set, /^download=download_[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/)
    const again = await fetch({}, set.split(";")[0])
    assert.deepEqual([again.statusCode, again.payload], [206, "456789"])
    for (const cookie of [undefined, "download=another"]) {
      const other = await fetch({}, cookie)
      assert.deepEqual([other.statusCode, other.headers["set-cookie"]], [409, undefined])
      assert.match(other.payload, /started in another browser.*another download/)
    }
  })

  test("206 for a day for the browser that began a counted download, and for no other", async (t) => {
    const world = await pageWorld(t)
    const { path, downloads } = await shared(world, { fileId: await put(world, "draft.txt"), maxDownloads: 2 })
    const href = (await world.visit(path)).links.find(({ href }) => href.includes("/files/"))?.href ?? ""
    const follow = async () =>
      pathOf(String((await world.server.inject({ method: "GET", url: href })).headers.location))
    const fetch = (url: string, cookie?: string) =>
      world.server.inject({ method: "GET", url, headers: { range: "bytes=4-", ...(cookie && { cookie }) } })
    const [begun, unused] = [await follow(), await follow()]
    const [cookie = ""] = String((await fetch(begun)).headers["set-cookie"]).split(";")

    world.clock.advance(6 * minuteMs)
    await sweepTables(world.cx, "share_downloads", "share_links")
    const rest = await fetch(begun, cookie)
    assert.deepEqual([rest.statusCode, rest.payload], [206, "456789"])
    assert.equal((await fetch(begun)).statusCode, 404, "another browser does not begin late")
    assert.equal((await fetch(unused, cookie)).statusCode, 404, "an address that was not used in time has ended")
    assert.equal(await downloads(), 2, "a continued download is not counted again")

    world.clock.advance(dayMs - 7 * minuteMs)
    assert.equal((await fetch(begun, cookie)).statusCode, 206)
    world.clock.advance(20 * minuteMs)
    await sweepTables(world.cx, "share_downloads", "share_links")
    assert.equal((await fetch(begun, cookie)).statusCode, 404)
  })

  test("404 for an unknown link, 410 for one that has ended, 409 for one at its limit", async (t) => {
    const world = await pageWorld(t)
    const fileId = await put(world, "draft.txt")
    const revoked = await shared(world, { fileId })
    await world.act("member", revokeShareLink, { id: revoked.id })
    const once = await shared(world, { fileId, maxDownloads: 1 })
    const download = `${once.path}/files/${fileId}`
    assert.equal((await world.visit(download)).status, 302)

    for (const [path, status] of [
      ["/share", 404],
      ["/share/x", 404],
      [`/share/${"%00"}`, 404],
      [`${once.path}x`, 404],
      [revoked.path, 410],
      [`${revoked.path}/files/${fileId}`, 410],
      [once.path, 409],
      [download, 409],
    ] as const) {
      const page = await world.visit(path)
      assert.equal(page.status, status, path)
      assert.doesNotMatch(page.html, /draft/, "it tells nothing of what was shared")
    }
    assert.equal(await once.downloads(), 1)
  })
})
