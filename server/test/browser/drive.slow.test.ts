import assert from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { until } from "#test/support/basics/until.ts"
import { assertAccessible, signInByCode } from "#test/support/browser/person.ts"
import { pressAndSave } from "#test/support/browser/press-and-save.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"

const skip = noBrowser ?? false

const row = (page: Page, name: string) => page.getByRole("row", { name })
const chooser = (page: Page) => page.getByLabel("Upload files", { exact: true }).and(page.locator("input"))
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex")

/** Opens a file's sheet, runs `work` there, and closes it. */
async function inSheet<Answer>(
  page: Page,
  name: string,
  work: (sheet: ReturnType<Page["getByRole"]>) => Promise<Answer>,
) {
  await row(page, name).getByRole("link").click()
  const sheet = page.getByRole("dialog", { name })
  const answer = await work(sheet)
  await sheet.getByRole("button", { name: "Close" }).click()
  return answer
}

/** The file that a press on Download saves. */
async function download(page: Page, name: string) {
  return inSheet(page, name, (sheet) => pressAndSave(page, sheet.getByRole("button", { name: "Download" })))
}

test("the drive of the console", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  const folder = temporaryFolder(t)
  await signInByCode(studio, page, "ada@example.com")

  await t.test("an upload that a reload interrupted continues where it was, and ends with the same bytes", async () => {
    const bytes = randomBytes(300_000)
    const path = join(folder, "film.bin")
    writeFileSync(path, bytes)
    const offsets: string[] = []
    const half = Promise.withResolvers<void>()
    // The network accepts half of the first request, and no response arrives.
    await page.route(/\/console\/uploads\/upload_/, async (route) => {
      const request = route.request()
      if (request.method() !== "PATCH") return route.continue()
      offsets.push(request.headers()["upload-offset"] ?? "")
      if (offsets.length > 1) return route.continue()
      const { "content-length": _, ...headers } = request.headers()
      await route
        .fetch({ headers, postData: bytes.subarray(0, 150_000), timeout: 0 })
        .then(() => half.resolve(), half.reject)
    })
    await page.goto("/studio/drive")
    await chooser(page).setInputFiles(path)
    await half.promise
    await page.reload()
    await page.getByText("Upload interrupted").waitFor()
    assert.equal(await row(page, "film.bin").count(), 0)

    await chooser(page).setInputFiles(path)

    await page.getByText("All files uploaded").waitFor()
    assert.deepEqual(offsets, ["0", "150000"])
    assert.equal(sha256((await download(page, "film.bin")).bytes), sha256(bytes))
    await page.unroute(/\/console\/uploads\/upload_/)
  })

  await t.test("a preview shows pictures, sound and text, and runs nothing", async () => {
    const script = `<script>document.title = "it ran"</script>`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`
    const files = {
      "dot.gif": ["image/gif", Buffer.from("R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=", "base64")],
      "tone.wav": ["audio/wav", wav()],
      "page.md": ["text/markdown", Buffer.from(script)],
      "liar.png": ["image/png", Buffer.from(svg)],
      "drawing.svg": ["image/svg+xml", Buffer.from(svg)],
      "page.html": ["text/html", Buffer.from(script)],
      "IMG_1.HEIC": ["", Buffer.from("\0\0\0\x18ftypheic")],
      "paper.pdf": ["application/pdf", Buffer.from("%PDF-1.4")],
    } as const
    await page.goto("/studio/drive")
    const sent = Object.entries(files).map(([name, [mimeType, buffer]]) => ({ name, mimeType, buffer }))
    await chooser(page).setInputFiles(sent)
    await page.getByText("All files uploaded").waitFor()
    await page.getByRole("button", { name: "Clear list" }).click() // rows below the window are not drawn

    const shows = (name: string, shown: string, what: string) =>
      inSheet(page, name, async (sheet) => {
        const element = sheet.locator(shown)
        await element.waitFor()
        await until(async () => Boolean(await page.evaluate(`document.querySelector("dialog ${shown}").${what}`)))
        return String(await element.getAttribute("src"))
      })
    await shows("dot.gif", "img", "naturalWidth === 1")
    await shows("tone.wav", "audio", "readyState > 0")
    const addresses = [await shows("dot.gif", "img", "src"), await shows("page.md", "iframe", "src")]
    await inSheet(page, "liar.png", (sheet) => sheet.getByText("This browser can’t show this file.").waitFor())
    await inSheet(page, "page.md", async (sheet) => {
      await sheet.frameLocator("iframe").getByText(script).waitFor()
      assert.equal(await sheet.frameLocator("iframe").locator("script").count(), 0)
    })
    for (const name of ["drawing.svg", "page.html", "paper.pdf", "IMG_1.HEIC"]) {
      await inSheet(page, name, async (sheet) => {
        await sheet.getByRole("button", { name: "Download" }).waitFor()
        await sheet.getByText(name === "IMG_1.HEIC" ? "This HEIC photo has no preview." : "has no preview.").waitFor()
        assert.equal(await sheet.locator("img, iframe, audio, video").count(), 0, name)
      })
    }
    assert.deepEqual(await download(page, "page.html"), { savedAs: "page.html", bytes: Buffer.from(script) })

    for (const address of addresses) {
      const { headers } = await fetch(address)
      assert.match(String(headers.get("content-security-policy")), /^sandbox; default-src 'none'/)
      assert.equal(headers.get("x-content-type-options"), "nosniff")
    }
  })

  await t.test("a dropped folder is sent with the folders in it", async () => {
    for (const path of ["shoot/raw", "shoot/empty"]) mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, "shoot/cover.txt"), "cover")
    writeFileSync(join(folder, "shoot/raw/one.txt"), "one")
    await page.goto("/studio/drive")
    const browser = await page.context().newCDPSession(page)
    const data = { items: [], files: [join(folder, "shoot")], dragOperationsMask: 1 }
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await browser.send("Input.dispatchDragEvent", { type, x: 700, y: 400, data })
    }

    await row(page, "shoot").getByRole("link").click()
    await row(page, "cover.txt").waitFor()
    await row(page, "empty").waitFor()
    await row(page, "raw").getByRole("link").click()
    assert.equal((await download(page, "one.txt")).bytes.toString(), "one")
    await page.getByRole("heading", { name: "raw" }).waitFor()
  })

  await t.test("a folder is shared by a link, which opens it without scripts until it is revoked", async () => {
    await page.goto("/studio/drive")
    await row(page, "Sketches").getByRole("checkbox").check()
    await page.getByRole("button", { name: "Share", exact: true }).click()
    const panel = page.getByRole("dialog", { name: "Share “Sketches”" })
    await panel.getByRole("button", { name: "Create link" }).click()
    const address = String(await panel.locator("code").textContent())

    const { page: visitor } = await studio.open({ javaScriptEnabled: false })
    await page.goto("/studio/drive")
    await row(page, "Sketches").getByText("Shared", { exact: true }).waitFor()
    assert.equal((await visitor.goto(address))?.headers()["x-robots-tag"], "noindex")
    await visitor.getByRole("heading", { name: "Sketches" }).waitFor()
    const saved = await pressAndSave(visitor, visitor.getByRole("link", { name: "Download spring-colours.csv" }))
    assert.match(String(saved.bytes), /Primrose/)
    await page.goto(address)
    await assertAccessible(page)

    await page.goto("/studio/drive/share-links")
    await row(page, "Sketches").click()
    await page.getByRole("dialog").getByText("1 download.").waitFor()
    await page.getByRole("button", { name: "Revoke link" }).click()
    await page.getByText("This link was revoked.").waitFor()
    assert.equal((await fetch(address)).status, 410)
    await page.goto("/studio/drive")
    assert.equal(await page.getByText("Shared", { exact: true }).count(), 0)
  })

  await t.test("an upload link gets a folder from the tree, and a size in MB", async () => {
    await page.goto("/studio/drive/upload-links?new=1")
    const panel = page.getByRole("dialog", { name: "New upload link" })
    const tree = panel.getByRole("tree", { name: "Folders" })
    const item = (name: string, is = {}) => tree.getByRole("treeitem", { name, exact: true, ...is })
    const focused = tree.locator(":focus")
    await item("Drive", { selected: true, expanded: true }).focus()
    await page.keyboard.press("End")
    await focused.and(item("shoot", { expanded: false })).waitFor()
    await page.keyboard.press("ArrowRight")
    await item("shoot", { expanded: true }).waitFor()
    await item("raw").waitFor()
    await page.keyboard.press("ArrowRight")
    await focused.and(item("empty")).waitFor()
    await page.keyboard.press("ArrowDown")
    await focused.and(item("raw")).waitFor()
    await page.keyboard.press("ArrowLeft")
    await focused.and(item("shoot")).waitFor()
    await page.keyboard.press("ArrowLeft")
    await item("shoot", { expanded: false }).waitFor()
    assert.equal(await item("raw").count(), 0)
    await page.keyboard.press("Enter")
    await panel.getByText("Files go to shoot.").waitFor()
    await item("shoot", { selected: true }).locator("[data-toggle]").click()
    await item("raw").click()
    await panel.getByLabel("Unit").selectOption("MB")
    await panel.getByLabel("Size limit").fill("1.5")
    await panel.getByText("Files go to raw.").waitFor()
    await panel.getByRole("button", { name: "Create link" }).click()
    await page.getByRole("dialog").getByText("0 of 10 files uploaded to /shoot/raw, up to 1.5 MB each.").waitFor()
  })

  await t.test("rows are dragged into a folder together, and the move is undone", async () => {
    await page.setViewportSize({ width: 1280, height: 1200 }) // all rows are in view
    await page.goto("/studio/drive")
    for (const name of ["film.bin", "dot.gif"]) await row(page, name).getByRole("checkbox").check()
    await row(page, "dot.gif").dragTo(row(page, "Sketches"))
    await page.getByText("Moved 2 items to Sketches").waitFor()
    assert.equal(await row(page, "film.bin").count(), 0)
    await page.getByRole("button", { name: "Undo" }).click()
    for (const name of ["film.bin", "dot.gif"]) await row(page, name).waitFor()
  })
})

/** A tenth of a second of silence. */
function wav(): Buffer {
  const head = Buffer.from(
    "RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0",
    "latin1",
  )
  head.writeUInt32LE(836, 4)
  head.writeUInt32LE(800, 40)
  return Buffer.concat([head, Buffer.alloc(800, 128)])
}
