import assert from "node:assert/strict"
import { test } from "node:test"
import { signInByCode } from "#test/support/person-in-browser.ts"
import { noBrowser, studioInBrowser } from "#test/support/studio-in-browser.ts"

const skip = noBrowser ?? false

test("links get a tag together, are found by it, go to the trash together and come back", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  await page.setViewportSize({ width: 1440, height: 880 })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio/links?new=1")
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Leads to").fill("https://example.com/ink")
  await dialog.getByLabel("Title").fill("Ink for all")
  const tags = dialog.getByRole("combobox", { name: "Tags" })
  await tags.fill("ink,")
  await tags.fill("Autumn")
  await tags.press("Enter")
  await tags.fill("unfinished")
  await dialog.getByRole("button", { name: "Take “Autumn” off" }).click()
  await dialog.getByRole("button", { name: "Create the link" }).click()
  const ink = page.getByRole("row", { name: /Ink for all/ })
  await ink.getByRole("button", { name: "Only links with “unfinished”" }).waitFor()
  assert.equal(await ink.getByRole("button", { name: /Autumn/ }).count(), 0)

  const rows = page.getByRole("row").filter({ has: page.getByRole("checkbox", { name: "Choose", exact: true }) })
  const count = await rows.count()
  await page.getByLabel("Choose all rows").check()
  await page.getByRole("button", { name: "Tags", exact: true }).click()
  await dialog.getByRole("combobox", { name: "Tag" }).fill("INK")
  await dialog.getByRole("button", { name: "Give the tag" }).click()
  await page.getByText(`${count - 1} links got the tag.`).waitFor()
  await page.getByRole("button", { name: "Choose none" }).click()

  await page.getByRole("combobox", { name: "Tag" }).selectOption("unfinished")
  await page.waitForURL(/tag=unfinished/)
  await rows.nth(1).waitFor({ state: "detached" })
  await page.goto("/studio/links?tag=ink")
  await rows.nth(count - 1).waitFor()
  await page.getByLabel("Choose all rows").check()
  await page.getByRole("button", { name: "Put into the trash" }).click()
  await page.getByRole("heading", { name: "No link is like that" }).waitFor()
  await page.getByRole("button", { name: "Undo" }).click()
  await rows.nth(count - 1).waitFor()
})
