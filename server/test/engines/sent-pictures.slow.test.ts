import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { onEachEngine } from "#test/support/browser/engines.ts"
import { signInByForms } from "#test/support/browser/person.ts"
import { seenPicture } from "#test/support/browser/seen-picture.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { photo } from "#test/support/formats/photo.ts"
import { webm } from "#test/support/formats/webm.ts"

onEachEngine(
  "the sender's browser makes a picture of a film, and of a photo, and strangers see it",
  async (studio, t) => {
    const { page } = await studio.open()
    await page.goto("/account")
    await signInByForms(studio, page, "ada@example.com")
    const folder = temporaryFolder(t)
    const files = { "IMG_1.HEIC": await photo(), "film.webm": await webm() }
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
    const paths = Object.keys(files).map((name) => join(folder, name))
    await page.goto("/studio/drive")
    await page.getByLabel("Upload files", { exact: true }).and(page.locator("input")).setInputFiles(paths)
    await page.getByText("All files uploaded").waitFor()

    await page.getByRole("row", { name: "IMG_1.HEIC" }).getByRole("link").click()
    const sheet = page.getByRole("dialog", { name: "IMG_1.HEIC" })
    await sheet.locator("img").waitFor()
    const upright = { width: 100, height: 200, corners: ["red", "blue"] }
    assert.deepEqual(await seenPicture(page, "dialog img"), upright, "it is turned once")
    await sheet.getByRole("button", { name: "Close" }).click()

    await page.getByRole("row", { name: "film.webm" }).getByRole("link").click()
    const film = page.getByRole("dialog", { name: "film.webm" })
    await film.locator("video").waitFor()
    const frame = { width: 160, height: 90, corners: ["red", "blue"] }
    assert.deepEqual(await seenPicture(page, "dialog video"), frame, "not the black one of its beginning")
    await film.getByRole("button", { name: "Share" }).click()
    const panel = page.getByRole("dialog", { name: "Share “film.webm”" })
    await panel.getByRole("button", { name: "Create link" }).click()
    const address = String(await panel.locator("code").textContent())

    const { page: visitor } = await studio.open()
    await visitor.goto(address)
    await visitor.locator("main img").waitFor()
    assert.deepEqual(await seenPicture(visitor, "main img"), frame)
  },
)
