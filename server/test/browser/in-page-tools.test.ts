import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { endpoints } from "#surfaces/rest/endpoints.ts"
import { until } from "#test/support/basics/until.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false
const toolNames = endpoints.map(({ id }) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).sort()

test("the home page and the pay page offer the public API to an agent in the browser", { skip }, async (t) => {
  const { open } = await studioInBrowser(t)
  const { page } = await open()
  for (const path of ["/", "/pay/demo"]) {
    await page.goto(path)
    await waitForTools(page)
    const names = await page.evaluate<string[]>(
      "document.modelContext.getTools().then((all) => all.map((one) => one.name))",
    )
    assert.deepEqual(names.sort(), toolNames)
  }
  await page.goto("/pay/demo")
  await page.goBack()
  await waitForTools(page)
})

test("an agent in the browser checks a slug, looks an offer up, redeems a code and gets a card's address", {
  skip,
}, async (t) => {
  const { baseUrl, open } = await studioInBrowser(t)
  const { page } = await open({ refusals: /^404 .*\/zzzz$/ })
  await page.goto("/")
  await waitForTools(page)

  const slug = await execute(page, "check_slug", { slug: "studio" })
  assert.deepEqual(JSON.parse(slug.text), { available: false, reason: "reserved" })
  const found = await execute(page, "get_offer", { key: "demo" })
  assert.equal(JSON.parse(found.text).offer.priceCents, 1900)
  const gift = await execute(page, "redeem_gift", { key: "demo", code: "GIFT-FIVE" })
  assert.deepEqual(JSON.parse(gift.text), { type: "amount", discountCents: 500, remainingCents: 1400 })
  const card = await execute(page, "draw_preview", { title: "Spring & summer" })
  assert.equal(card.text, `${baseUrl}/api/og?title=Spring+%26+summer`)
  assert.ok([slug, found, gift, card].every(({ isError }) => !isError))

  const refused = await execute(page, "get_offer", { key: "zzzz" })
  assert.equal(JSON.parse(refused.text).error.code, "not_found")
  assert.equal(refused.isError, true)
})

test("a page that belongs to one person offers an agent nothing", { skip }, async (t) => {
  const { open } = await studioInBrowser(t)
  const { page } = await open()
  await page.goto("/claim/nobody")
  await page.getByRole("button").first().waitFor()
  assert.equal(await page.evaluate("document.modelContext.getTools().then((all) => all.length)"), 0)
})

async function waitForTools(page: Page): Promise<void> {
  const count = () => page.evaluate<number>("document.modelContext.getTools().then((all) => all.length)")
  await until(async () => (await count()) === toolNames.length)
}

/** Runs a tool as the browser's agent does, and returns its text. */
async function execute(page: Page, name: string, input: object): Promise<{ text: string; isError: boolean }> {
  const answer = await page.evaluate<string | { content: { text: string }[]; isError: boolean }>(`
    document.modelContext.getTools().then((all) =>
      document.modelContext.executeTool(all.find((one) => one.name === "${name}"), ${JSON.stringify(input)}))`)
  const { content, isError } = typeof answer === "string" ? JSON.parse(answer) : answer
  return { text: content[0]?.text ?? "", isError }
}
