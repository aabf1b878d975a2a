import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { searchDriveFiles } from "#domains/drive/index.ts"
import { until } from "#test/support/basics/until.ts"
import { rowsOf } from "#test/support/basics/values-of.ts"
import { browserAt, noBrowser } from "#test/support/browser/studio.ts"
import { uploadWorld } from "#test/support/worlds/upload-world.ts"
import { buildIfChanged } from "../../../web/build-if-changed.ts"

const skip = noBrowser ?? false

test("a visitor with an upload link chooses files and sees them arrive", { skip }, async (t) => {
  await buildIfChanged()
  const world = await uploadWorld(t, { maxFiles: 3, maxFileBytes: 5_000_000 })
  const open = await browserAt(t, `http://localhost:${world.port}`)
  const { page } = await open({ refusals: /^409 GET .*\/u\// })
  await page.goto(world.link)
  await page.getByRole("heading", { name: "Send files to Studio Ada" }).waitFor()
  assert.doesNotMatch(await page.content(), /folder_\w{9}|folderId/, "the sender does not learn the folder")

  const large = randomBytes(4_000_000)
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer })
  await page
    .getByLabel("Files to send")
    .setInputFiles([file("été.bin", large), file("empty", Buffer.alloc(0)), file("huge.bin", Buffer.alloc(5_000_001))])

  await page.getByText("Too large. Use at most 5 MB.").waitFor()
  await page.getByText("Sent", { exact: true }).nth(1).waitFor()
  assert.deepEqual((await world.left()).files, ["empty", "été.bin"])
  const row = await world.app.database.read
    .selectFrom("files")
    .select("blob_key")
    .where("name", "=", "été.bin")
    .executeTakeFirstOrThrow()
  assert.ok((await buffer(await world.app.blobs.read(row.blob_key))).equals(large))

  await page
    .getByLabel("Files to send")
    .setInputFiles([file("n".repeat(256), Buffer.alloc(1)), file("third", Buffer.alloc(1))])
  await page.getByText("Name too long. Use at most 255 characters.").waitFor()
  await page.getByLabel("Files to send").setInputFiles([file("fourth", Buffer.alloc(1))])
  await page.getByText("File limit reached.").waitFor()
  await page.getByText("Sent", { exact: true }).nth(2).waitFor()
  await page.goto(world.link)
  await page.getByRole("heading", { name: "Not available" }).waitFor()
  await page
    .getByText(/reached its file limit|file limit is reached/)
    .first()
    .waitFor()
})

test("a chosen folder arrives with its folders, and a reload resumes its upload", { skip }, async (t) => {
  await buildIfChanged()
  const world = await uploadWorld(t, { maxFiles: 3 })
  const open = await browserAt(t, `http://localhost:${world.port}`)
  const { page } = await open({ refusals: /^409 GET .*\/u\/|^net::ERR_FAILED PATCH/ })
  const folder = mkdtempSync(join(tmpdir(), "sent-"))
  t.after(() => rmSync(folder, { recursive: true }))
  const large = randomBytes(3_000_000)
  mkdirSync(join(folder, "June"))
  writeFileSync(join(folder, "June", "a.bin"), large)
  writeFileSync(join(folder, "b.txt"), "b")
  writeFileSync(join(folder, "c.txt"), "c")
  await page.goto(world.link)
  let isCut = true
  await page.route("**/uploads/*", (route) =>
    isCut && route.request().method() === "PATCH" ? route.abort() : route.continue(),
  )
  await page.getByLabel("Folder to send").setInputFiles(folder)
  await page
    .getByText(/\/June\/a\.bin$|\/[bc]\.txt$/)
    .nth(2)
    .waitFor()
  await until(async () => (await world.left()).uploads === 1)

  await page.reload()
  await page.getByText("Upload interrupted").waitFor()
  isCut = false
  await page.getByLabel("Folder to send").setInputFiles(folder)
  await page.getByText("Files sent to Studio Ada").waitFor()

  assert.equal((await world.left()).files.length, 3)
  const { files } = await world.act("viewer", searchDriveFiles, {})
  const top = `/${basename(folder)}`
  assert.deepEqual(rowsOf(files, "folderPath", "name").toSorted(), [
    [top, "b.txt"],
    [top, "c.txt"],
    [`${top}/June`, "a.bin"],
  ])
  await page.reload()
  await page
    .getByText(/reached its file limit/)
    .first()
    .waitFor()
})

test("a used-up link stays open for the upload that a reload interrupted, and a discarded one frees its place", {
  skip,
}, async (t) => {
  await buildIfChanged()
  const world = await uploadWorld(t, { maxFiles: 1 })
  const open = await browserAt(t, `http://localhost:${world.port}`)
  const { page } = await open({ refusals: /^net::ERR_FAILED PATCH/ })
  await page.goto(world.link)
  await page.route("**/uploads/*", (route) => (route.request().method() === "PATCH" ? route.abort() : route.continue()))
  const file = { name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(1_000) }
  await page.getByLabel("Files to send").setInputFiles([file])
  await until(async () => (await world.left()).uploads === 1)

  await page.reload()
  await page.getByText("Upload interrupted").waitFor()
  await page.getByRole("button", { name: "Discard upload" }).click()
  await until(async () => (await world.left()).uploads === 0)
  await page.unroute("**/uploads/*")
  await page.getByLabel("Files to send").setInputFiles([file])
  await page.getByText("Files sent to Studio Ada").waitFor()
  assert.deepEqual((await world.left()).files, ["film.mp4"])
})
