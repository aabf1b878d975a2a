import assert from "node:assert/strict"
import { test } from "node:test"
import { signInByCode } from "#test/support/browser/person.ts"
import { seenPicture } from "#test/support/browser/seen-picture.ts"
import { browserAt, noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"
import { exifItem, heif, pictureItem } from "#test/support/formats/heif.ts"
import { photo } from "#test/support/formats/photo.ts"
import { webm } from "#test/support/formats/webm.ts"
import { cameraWords, exifOf } from "#test/support/formats/with-exif.ts"
import { uploadWorld } from "#test/support/worlds/upload-world.ts"
import { buildIfChanged } from "../../../web/build-if-changed.ts"

const skip = noBrowser ?? false

const heic = "image/heic"

test("the browser of an upload link's sender makes pictures of what it can show", { skip }, async (t) => {
  await buildIfChanged()
  const world = await uploadWorld(t, { maxFiles: 6 })
  const open = await browserAt(t, `http://localhost:${world.port}`)
  const { page } = await open()
  await page.goto(world.link)
  await page.getByLabel("Files to send").setInputFiles([
    { name: "shown.heic", mimeType: heic, buffer: await photo() },
    { name: "not-shown.heic", mimeType: heic, buffer: heif({ brand: "heic", items: [pictureItem] }) },
    { name: "film.webm", mimeType: "video/webm", buffer: await webm() },
    { name: "broken.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(3_000) },
    { name: "photo.jpg", mimeType: "image/jpeg", buffer: await photo() },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") },
  ])

  await page.getByText("Files sent to Studio Ada").waitFor()

  const rows = await world.cx.db.selectFrom("files").select(["name", "picture_bytes", "size_bytes"]).orderBy("name").execute() // biome-ignore format: one line
  const having = rows.filter(({ picture_bytes }) => picture_bytes !== null)
  assert.deepEqual(
    having.map(({ name }) => name),
    ["film.webm", "shown.heic"],
  )
  const bytes = rows.reduce((sum, { picture_bytes, size_bytes }) => sum + size_bytes + (picture_bytes ?? 0), 0)
  assert.equal((await world.left()).usedBytes, bytes)
})

test("a photo or a film that a browser cannot show is shown by its picture", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ refusals: /ERR_FAILED GET/ })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio/drive")
  const avif = heif({ items: [pictureItem, exifItem(exifOf(1))] })
  await page
    .getByLabel("Upload files", { exact: true })
    .and(page.locator("input"))
    .setInputFiles([
      { name: "photo.heic", mimeType: heic, buffer: await photo() },
      { name: "film.webm", mimeType: "video/webm", buffer: await webm() },
      { name: "camera.avif", mimeType: "image/avif", buffer: avif },
    ])
  await page.getByText("All files uploaded").waitFor()
  const sheetOf = async (name: string) => {
    await page.getByRole("row", { name }).getByRole("link").click()
    return page.getByRole("dialog", { name })
  }

  const ofPhoto = await sheetOf("photo.heic")
  await ofPhoto.getByText("This is a small preview. Download the file to see all of it.").waitFor()
  assert.deepEqual(await seenPicture(page, "dialog img"), { width: 100, height: 200, corners: ["red", "blue"] })
  await ofPhoto.getByRole("button", { name: "Close" }).click()

  await page.route("**/files/**", (route) => (route.request().resourceType() === "media" ? route.abort() : route.continue())) // biome-ignore format: one line
  const ofFilm = await sheetOf("film.webm")
  await ofFilm.getByText("This browser can’t show this file. Download it to open it.").waitFor()
  assert.deepEqual(await seenPicture(page, "dialog img"), { width: 160, height: 90, corners: ["red", "blue"] })
  await page.unroute("**/files/**")
  await ofFilm.getByRole("button", { name: "Close" }).click()

  const ofAvif = await sheetOf("camera.avif")
  const own = String(await ofAvif.locator("img").getAttribute("src"))
  assert.ok((await bytesAt(own)).equals(avif), "members get the original")
  await ofAvif.getByRole("button", { name: "Share" }).click()
  const panel = page.getByRole("dialog", { name: "Share “camera.avif”" })
  await panel.getByRole("button", { name: "Create link" }).click()
  const { page: visitor } = await studio.open()
  await visitor.goto(String(await panel.locator("code").textContent()))
  const shown = await bytesAt(String(await visitor.locator("main img").getAttribute("src")))
  assert.deepEqual([shown.length, shown.includes(cameraWords)], [avif.length, false])
  const turned = { width: 16, height: 16, corners: ["blue", "red"] }
  assert.deepEqual(await seenPicture(visitor, "main img"), turned, "a browser decodes it, and turns it to the left")
})

const bytesAt = async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer())
