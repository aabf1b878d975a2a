import assert from "node:assert/strict"
import { test } from "node:test"
import { signInByCode } from "#test/support/browser/person.ts"
import { pressAndSave } from "#test/support/browser/press-and-save.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

test("links get a tag together, are found by it, are moved to the trash together and restored", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ permissions: ["clipboard-read", "clipboard-write"] })
  await page.setViewportSize({ width: 1440, height: 880 })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio/links?new=1")
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Destination").fill("example.com/ink")
  await dialog.getByLabel("Title").fill("Ink for all")
  const tags = dialog.getByRole("combobox", { name: "Tags" })
  await tags.fill("ink,")
  await tags.fill("Autumn")
  await tags.press("Enter")
  await tags.fill("unfinished")
  await dialog.getByRole("button", { name: "Remove “Autumn”" }).click()
  await dialog.getByRole("button", { name: "Create link" }).click()
  const ink = page.getByRole("row", { name: /Ink for all/ })
  await ink.getByRole("button", { name: "Filter by “unfinished”" }).waitFor()
  assert.equal(await ink.getByRole("button", { name: /Autumn/ }).count(), 0)

  const rows = page.getByRole("row").filter({ has: page.getByRole("checkbox", { name: "Select row", exact: true }) })
  const count = await rows.count()
  await page.getByRole("button", { name: "Clicks" }).click()
  await page.locator('[aria-sort="descending"]').filter({ hasText: "Clicks" }).waitFor()
  await page.getByRole("button", { name: "Clicks" }).click()
  await page.locator('[aria-sort="ascending"]').filter({ hasText: "Clicks" }).waitFor()
  await page.getByRole("button", { name: "Clicks" }).click()
  await page.locator('[aria-sort="descending"]').filter({ hasText: "Created" }).waitFor()
  await page.getByText("Columns").click()
  await page.getByRole("checkbox", { name: "Destination" }).uncheck()
  await page.keyboard.press("Escape")
  await page.reload()
  assert.equal(await page.getByRole("columnheader", { name: "Destination" }).count(), 0)
  await page.getByLabel("Select all rows").check()
  await page.getByRole("button", { name: "Edit tags", exact: true }).click()
  await dialog.getByRole("combobox", { name: "Tag" }).fill("INK")
  await dialog.getByRole("button", { name: "Add tag" }).click()
  await page.getByText(`Tag added to ${count - 1} links`).waitFor()
  await page.getByRole("button", { name: "Clear" }).click()

  await page.getByRole("combobox", { name: "Tag" }).selectOption("unfinished")
  assert.equal(await rows.count(), 1)
  await page.goto("/studio/links?tag=ink")
  assert.equal(await rows.count(), count)
  await page.getByLabel("Select all rows").check()
  await page.getByRole("button", { name: "Move to trash" }).click()
  assert.ok(await page.getByRole("heading", { name: "No results" }).isVisible())
  await page.getByRole("button", { name: "Undo" }).click()
  assert.equal(await rows.count(), count)

  await ink.getByRole("button", { name: /^Copy / }).click()
  await page.getByText("Link copied").waitFor()
  const first = await page.evaluate<string>("navigator.clipboard.readText()")
  await ink.press("Enter")
  await dialog.getByRole("button", { name: "Edit" }).click()
  await dialog.getByLabel("Short name").fill("ink-for-all")
  await dialog.getByLabel("Old short link").selectOption("Redirect for 30 days")
  await dialog.getByRole("button", { name: "Save" }).click()
  await page.getByRole("row", { name: /ink-for-all/ }).press("Enter")
  await dialog.getByRole("button", { name: "Edit" }).click()
  const { status, headers } = await fetch(first, { redirect: "manual" })
  assert.deepEqual([status, headers.get("location")], [302, "https://example.com/ink"])
  await dialog.getByRole("button", { name: `Stop ${first}` }).click()
  await dialog.getByRole("heading", { name: "Old short links" }).waitFor({ state: "detached" })
  assert.equal((await fetch(first, { redirect: "manual" })).status, 404)

  await dialog.getByRole("button", { name: "Clicks", exact: true }).click()
  await dialog.getByRole("button", { name: "90 days" }).click()
  await page.goto("/studio/links")
  await page.getByRole("row", { name: /GIMP/ }).press("Enter")
  await dialog.getByRole("button", { name: "90 days", pressed: true }).waitFor()

  await t.test("a browser that blocks storage shows them too, and keeps choices until the page is left", async () => {
    const blocked = await page.context().newPage()
    await blocked.addInitScript(
      'Object.defineProperty(window, "localStorage", { get: () => { throw Error("blocked") } })',
    )
    await blocked.goto("/studio/links")
    await blocked.getByText("Columns").click()
    await blocked.getByRole("checkbox", { name: "Destination" }).uncheck()
    await blocked.keyboard.press("Escape")
    await blocked.getByRole("columnheader", { name: "Destination" }).waitFor({ state: "detached" })
    await blocked.getByRole("row", { name: /GIMP/ }).press("Enter")
    await blocked.getByRole("button", { name: "90 days", pressed: false }).click()
    await blocked.getByRole("button", { name: "90 days", pressed: true }).waitFor()
    await blocked.keyboard.press("Escape")
    await blocked.getByRole("dialog").waitFor({ state: "detached" })
    await blocked.keyboard.press("?")
    await blocked.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor()
  })
})

test("a file of links is previewed and imported, and an exported file can be imported again", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio/links")
  await page.getByRole("button", { name: "Import CSV" }).click()
  const dialog = page.getByRole("dialog")
  const lines = [
    "Long URL;Slug;Title;Tags",
    "https://example.com/a;csv-a;=A;one, two",
    "nowhere;csv-b;B;",
    "https://example.com/c;csv-a;C;",
  ]
  const take = (name: string, text: string | Buffer) => {
    return dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) })
  }
  await take("no-links.csv", "a,b\r\n1,2")
  await dialog.getByText("The file has no Destination column.").waitFor()
  await take("links.csv", lines.join("\r\n"))
  await dialog.getByText("1 link ready, 2 rows with errors").waitFor()
  const [, ...rows] = await dialog.getByRole("row").allTextContents()
  assert.match(String(rows[0]), /^3csv-bnowhereDestination is not a complete URL/)
  assert.match(String(rows[1]), /^4csv-a.*“csv-a” is taken/)
  assert.match(String(rows[2]), /^2csv-ahttps:\/\/example.com\/aCreate$/)
  assert.equal(await page.getByRole("row", { name: /=A/ }).count(), 0, "nothing is made before it was looked at")
  await dialog.getByRole("button", { name: "Import 1 link", exact: true }).click()
  await dialog.getByText("1 link imported").waitFor()
  const left = await pressAndSave(page, dialog.getByRole("button", { name: "Download failed rows" }))
  assert.match(String(left.bytes), /^\ufeffLong URL,Slug,Title,Tags,Line,Error\r\nnowhere,csv-b,B,,3,/)
  await dialog.getByRole("button", { name: "View links" }).click()
  await page.getByRole("row", { name: /=A/ }).waitFor()

  const out = await pressAndSave(page, page.getByRole("button", { name: "Export CSV" }))
  await page.goto("/studio/links?import=1")
  await take("links.csv", String(out.bytes).replaceAll("csv-a", "csv-again"))
  await dialog.getByText(/^1 link ready, \d+ unchanged$/).waitFor()
  await dialog.getByRole("button", { name: "Import 1 link", exact: true }).click()
  await dialog.getByRole("button", { name: "View links" }).click()
  const both = page.getByRole("row", { name: /=A/ })
  await both.nth(1).waitFor()
  assert.equal(await both.getByRole("button", { name: "Filter by “two”" }).count(), 2)
})
