import assert from "node:assert/strict"
import { test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import { doBehind, joinStudio } from "#test/support/browser/console.ts"
import { inDocMenu, openNewDoc, pasteFile, pixel, textOf, untilSaved } from "#test/support/browser/doc.ts"
import { findBarriersAtBoth, signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

const long = "Donaudampfschifffahrt".repeat(5)

test("axe finds nothing in a doc in any state of its editor, and no state makes the page wider", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const refusals = /^404 GET .*get-doc/
  const { page } = await studio.open({ refusals })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio")
  const bo = await joinStudio(studio, page, { email: "bo@example.com", role: "member", refusals })
  const text = textOf(page)
  const dialog = page.getByRole("dialog")
  const toolbar = page.getByRole("toolbar", { name: "Formatting" })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const path = await openNewDoc(page, `Kept ${long}`)
  const faults: string[] = []
  const look = async (state: string) => {
    for (const barrier of await findBarriersAtBoth(page)) faults.push(`${state} ${barrier}`)
  }

  await look("an empty doc")
  for (const [sign, list] of [
    ["/", "Commands"],
    ["@", "Members"],
    ["[[", "In this workspace"],
  ] as const) {
    await page.keyboard.type(sign)
    await page.getByRole("listbox", { name: list }).getByRole("option").first().waitFor()
    await look(`the list behind ${sign}`)
    await press("Escape", ...[...sign].map(() => "Backspace"))
  }
  await page.keyboard.type("/nothing-like-it")
  await page.getByText("No results").waitFor()
  await look("an empty list")
  await press("Escape", "Control+A", "Backspace")

  await page.keyboard.type(`# Part ${long}\n- [ ] ${long}\n\n> said\n\n`)
  await pasteFile(page, { name: "pasted.png", type: "image/png", base64: pixel })
  await text.locator("img[src]").waitFor()
  await page.getByRole("button", { name: "Insert block" }).waitFor()
  await page.keyboard.type("/table")
  await press("Enter")
  // The third header stays empty.
  for (const heading of ["One", "Two", "", ""]) {
    await page.keyboard.type(heading)
    await press("Tab")
  }
  const handles = page.getByRole("toolbar", { name: "Table" })
  for (const part of ["Row", "Column"]) {
    await handles.getByRole("button", { name: part, exact: true }).click()
    await look(`the menu of the table's ${part}`)
    await press("Escape", "Escape")
    await text.and(page.locator(":focus")).waitFor()
  }
  const columns = () => text.getByRole("row").first().locator("th, td").count()
  for (let wanted = (await columns()) + 1; wanted <= 9; wanted += 1) {
    await handles.getByRole("button", { name: "Column", exact: true }).click()
    await page.getByRole("menuitem", { name: "Column right" }).click()
    await until(async () => (await columns()) === wanted)
  }
  await look("a table wider than the text")
  await untilSaved(page)
  const { url } = await doBehind(page, "publish-doc", { id: path.split("/").at(-1) })
  const { page: visitor } = await studio.open()
  await visitor.goto(String(url))
  for (const barrier of await findBarriersAtBoth(visitor)) faults.push(`a table in a public doc ${barrier}`)
  await bo.goto(path)
  await textOf(bo).getByText("said").click()
  await page.getByRole("list", { name: "Here now" }).waitFor()
  await look("everything in a doc, and another person in it")
  await text.locator("img[src]").click()
  await page.getByRole("button", { name: "Edit alt text" }).click()
  await look("the words for a picture")
  await press("Escape")
  await text.getByText("said").click({ clickCount: 3 })
  await look("the menu at a selection")
  await toolbar.getByRole("button", { name: "Link" }).click()
  await look("the panel of a link")
  await press("Escape")
  await dialog.waitFor({ state: "detached" })
  await press("End")
  for (const panel of ["image", "file"]) {
    await page.keyboard.type(` /${panel}`)
    await press("Enter")
    await look(`the panel of an ${panel}`)
    await press("Escape")
    await dialog.waitFor({ state: "detached" })
  }
  await (await inDocMenu(page, "Share")).waitFor()
  await look("the doc's menu")
  await press("Escape")

  await bo.keyboard.type(" by Bo, and more.")
  await textOf(bo).getByRole("cell").first().click()
  await bo.keyboard.type(long)
  await untilSaved(bo)
  await (await inDocMenu(page, "Versions")).click()
  await dialog.getByRole("listitem").getByRole("button").first().click()
  await dialog.getByText(/words? added/).waitFor()
  await look("a comparison")
  await dialog.getByLabel("Compare").selectOption("none")
  await dialog.getByRole("region", { name: "Version text" }).waitFor()
  await look("a version")
  await press("Escape")
  await doBehind(page, "trash-doc", { id: path.split("/").at(-1) })
  await page.getByText("This doc is in the trash", { exact: true }).waitFor()
  await look("a doc in the trash")
  assert.deepEqual(faults, [])
})
