import assert from "node:assert/strict"
import { test } from "node:test"
import { findBarriers, signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

test("a chart marks and names the day under the pointer, and only that day", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ viewport: { width: 1440, height: 880 }, locale: "en-US" })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio")
  const chart = page.getByRole("img", { name: /^Revenue in USD by day/ })
  const named = chart.locator("title")
  await chart.waitFor()
  assert.equal(await named.count(), 0)

  const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {}
  const seen: string[] = []
  for (const day of [0, 1, 29]) {
    await chart.hover({ position: { x: ((day + 0.5) / 30) * width, y: height / 2 } })
    seen.push(...(await named.allTextContents()))
  }
  assert.equal(new Set(seen).size, 3)
  for (const words of seen) assert.match(words, /^[A-Z][a-z]{2} \d+, \d{4}: \$0\.00$/)
  assert.deepEqual(await findBarriers(page), [])

  await page.getByRole("heading", { level: 1 }).hover()
  await named.waitFor({ state: "detached" })
})
