import assert from "node:assert/strict"
import { test } from "node:test"
import { findBarriers, signInByCode } from "#test/support/browser/person.ts"
import { withoutWaiting } from "#test/support/browser/ready.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

/** Stores what the page contains when the console replaces the document's frame. */
const noteFirstRender = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector("#main")) return
    observer.disconnect()
    window.firstRender = [...document.querySelectorAll("#main h1, #main figure figcaption")].map((found) => found.localName)
  }).observe(document, { childList: true, subtree: true })`

test("the console and its first page replace the document's frame in one step", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ viewport: { width: 390, height: 844 } })
  await signInByCode(studio, page, "ada@example.com")
  await page.addInitScript(noteFirstRender)
  await page.goto("/studio")
  assert.deepEqual(await page.evaluate("firstRender"), ["h1", "figcaption", "figcaption", "figcaption"])
})

test("while the first page's scripts load, the document's frame stays", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/view-/, async (route) => {
    await held
    await route.continue()
  })
  await withoutWaiting(page, () => page.goto("/studio", { waitUntil: "domcontentloaded" }))
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 200))")
  assert.ok(await page.getByRole("heading", { level: 1, name: "Overview" }).isVisible())
  assert.ok(await page.getByRole("link", { name: "Links" }).isVisible())
  release()
  await page.getByRole("figure").first().waitFor()
})

test("a chart marks and names the day under the pointer, and only that day", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ viewport: { width: 1440, height: 880 }, locale: "en-US" })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio")
  const chart = page.getByRole("img", { name: /^Revenue in USD by day/ })
  const named = chart.locator("title")
  assert.equal(await named.count(), 0)

  const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {}
  const seen: string[] = []
  for (const day of [0, 1, 29]) {
    await chart.hover({ position: { x: ((day + 0.5) / 30) * width, y: height / 2 } })
    await named.filter({ hasNotText: seen.at(-1) ?? "none" }).waitFor({ state: "attached" })
    seen.push(...(await named.allTextContents()))
  }
  assert.equal(new Set(seen).size, 3)
  for (const words of seen) assert.match(words, /^[A-Z][a-z]{2} \d+, \d{4}: \$0\.00$/)
  assert.deepEqual(await findBarriers(page), [])

  await page.getByRole("heading", { level: 1 }).hover()
  await named.waitFor({ state: "detached" })
})
