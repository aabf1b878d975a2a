import assert from "node:assert/strict"
import { test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import { assertAccessible, findBarriersAtBoth, goTo, signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

test("an owner fills the seller's page, changes its order, takes an offer back, and a visitor buys from it", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ viewport: { width: 1440, height: 880 } })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio")
  await goTo(page, "Seller page")
  await page.getByLabel("Text").fill("Palettes, made slowly.")
  await page.getByRole("region", { name: "About" }).getByRole("button", { name: "Save" }).click()
  await page.getByText("Text saved").waitFor()

  const dialog = page.getByRole("dialog")
  await page.getByRole("button", { name: "Add offer" }).click()
  await dialog.getByRole("button", { name: "Add Studio palette" }).click()
  await dialog.getByRole("button", { name: "Close" }).click()
  for (const [title, label] of [
    [/GIMP/, "How palettes work"],
    [/Further reading/, "Further reading"],
  ] as const) {
    await page.getByRole("button", { name: "Add link" }).click()
    await dialog.getByRole("button", { name: title }).click()
    await dialog.getByLabel("Label").fill(label)
    await dialog.getByRole("button", { name: "Add link" }).click()
  }
  await page.getByRole("button", { name: "Move Further reading up" }).click()
  await page.getByRole("button", { name: "Remove Studio palette" }).click()
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByRole("button", { name: "Move Studio palette up" }).waitFor()
  await page.getByRole("button", { name: "Switch page on" }).click()
  await page.getByRole("link", { name: "View page" }).waitFor()
  await assertAccessible(page)

  const { page: visitor } = await studio.open()
  await visitor.goto("/@studio")
  assert.deepEqual(await findBarriersAtBoth(visitor), [])
  const links = visitor.getByRole("list", { name: "Links" }).getByRole("link")
  assert.deepEqual(await links.allTextContents(), ["Further reading", "How palettes work"])
  await visitor.setViewportSize({ width: 1280, height: 320 })
  for (const at of [0, 1]) {
    await links.nth(at).focus()
    await until(() => visitor.evaluate("document.activeElement.getBoundingClientRect().bottom <= innerHeight"))
  }
  const heights =
    "[...document.querySelectorAll('main div')].filter((one) => getComputedStyle(one).position === 'sticky').map((one) => one.offsetHeight)"
  for (const height of await visitor.evaluate<number[]>(heights))
    assert.ok(height <= 320, "the profile fits into the window")
  await visitor.getByRole("list", { name: "Offers" }).getByRole("link", { name: "Studio palette" }).click()
  await visitor.waitForURL("**/pay/demo")
  await visitor.getByRole("heading", { name: "Studio palette" }).waitFor()
})
