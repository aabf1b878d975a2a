import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { cards, checkOut, pay } from "#test/support/browser/buyer.ts"
import { joinStudio } from "#test/support/browser/console.ts"
import { signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

/** How many cells of the page's table stand out of it. */
const cutCells = `(() => {
  const table = document.querySelector("[role=table]")
  const { right } = table.getBoundingClientRect()
  const cells = [...table.querySelectorAll("[role=cell], [role=columnheader]")]
  return cells.filter((cell) => cell.checkVisibility() && cell.getBoundingClientRect().right > right + 1).length
})()`

async function findCut(page: Page, path: string, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const cut = await page.evaluate<number>(cutCells)
    if (cut > 0) found.push(`${path} at ${width}: ${cut} cells`)
  }
  return found
}

test("no width cuts a column of a list off, nor does the assistant beside it", { skip }, async (t) => {
  const studio = await studioInBrowser(t, { SVC_MODEL_URL: "commands:" })
  const { page: buyer } = await studio.open()
  await checkOut(buyer, "/pay/demo", "bo@example.com")
  await pay(buyer, cards.pays)
  await buyer.getByRole("link", { name: "Open files" }).waitFor()
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  const found: string[] = []
  for (const list of ["links", "drive", "drive/upload-links", "docs", "offers", "purchases", "gift-codes", "team"]) {
    const path = `/studio/${list}`
    await page.goto(path)
    found.push(...(await findCut(page, path, [320, 700, 769, 900, 1024, 1280, 1440])))
    await page.keyboard.press("Control+j")
    await page.getByRole("complementary", { name: "Assistant" }).waitFor()
    found.push(...(await findCut(page, `${path} beside the assistant`, [1100, 1440])))
    await page.keyboard.press("Escape")
  }
  assert.deepEqual(found, [])
})

test("members are sorted by role, name and day of joining", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio")
  await joinStudio(studio, page, { email: "cy@example.com", role: "viewer" })
  await joinStudio(studio, page, { email: "bo@example.com", role: "admin" })
  await page.goto("/studio/team")
  const press = (name: RegExp) => page.getByRole("columnheader").getByRole("button", { name }).click()
  const assertShown = async (...people: string[]) => {
    const rows = page.getByRole("table", { name: "Members" }).getByRole("row")
    const [, ...shown] = await rows.allTextContents()
    for (const [at, person] of people.entries()) assert.match(String(shown[at]), new RegExp(person))
  }
  await assertShown("ada@", "bo@", "cy@")
  await press(/^Joined/)
  await assertShown("bo@", "cy@", "ada@")
  await press(/^Name/)
  await assertShown("ada@", "bo@", "cy@")
  await press(/^Name/)
  await assertShown("cy@", "bo@", "ada@")
})
