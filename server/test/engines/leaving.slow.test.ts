import assert from "node:assert/strict"
import { test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import type { AnyPage } from "#test/support/browser/any-page.ts"
import { engines, onEachEngine } from "#test/support/browser/engines.ts"
import { signInByForms } from "#test/support/browser/person.ts"
import { serveTwoReleases } from "#test/support/browser/two-releases.ts"

/** Begins to load a part of the console: its sheet of keys, or the page of a hovered link. */
const loads = {
  sheet: `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }))`,
  hovered: `document.querySelector('nav a[href="/studio/docs"]').dispatchEvent(new MouseEvent("mouseover", { bubbles: true }))`,
}

/** Leaves the page while a part of it loads, as a person does who does not wait. */
async function leaveAmid(page: AnyPage, load: string, leave: string): Promise<void> {
  await page.evaluate(`void setTimeout(() => {
    ${load}
    setTimeout(() => { ${leave} }, 150)
  })`)
}

const press = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).click()`

onEachEngine(
  "on a slow line, a link, Back and Sign out lead on while a part of the page still loads",
  async (studio) => {
    // The console asks once more while its session ends.
    const { page } = await studio.open({ refusals: /^401 / })
    await signInByForms(studio, page, "ada@example.com")
    await page.goto("/terms")
    await page.goto("/studio")
    await leaveAmid(page, loads.sheet, "history.back()")
    await page.waitForURL(/\/terms$/)

    await page.goto("/studio")
    await leaveAmid(page, loads.hovered, press('a[href="/account"]'))
    await page.waitForURL(/\/account$/)

    await page.goto("/studio")
    await leaveAmid(page, loads.sheet, press('form[action="/sign-out"] button'))
    await page.waitForURL(({ pathname }) => pathname === "/")
    await page.goto("/studio")
    assert.match(page.url(), /\/sign-in/)
  },
  { isSlow: true },
)

for (const { name, skip, openAt } of engines) {
  test(`a page whose release was removed reloads once, and then works (${name})`, {
    skip,
    timeout: 90_000,
  }, async (t) => {
    const studio = await serveTwoReleases(t, {})
    const open = await openAt(t, studio.baseUrl)
    // What the page asks for while the service is replaced fails.
    const { page } = await open({ refusals: /./ })
    await signInByForms(studio, page, "ada@example.com")
    await page.goto("/studio")
    await studio.upgrade()

    await page.evaluate("void (window.isOld = true)")
    await page.keyboard.press("Control+k")
    await until(() => page.evaluate("window.isOld === undefined"))
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").waitFor()
  })
}
