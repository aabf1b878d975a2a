import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { signInByCode } from "#test/support/browser/person.ts"
import { withoutWaiting } from "#test/support/browser/ready.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

test("a reader of the reference tries a GET and a POST without cookies, and chooses a language once", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page, context } = await studio.open({ refusals: /^(404 .*none|502 .*demo)$/ })
  await page.goto("/sign-in")
  await signInByCode(studio, page, "ada@example.com")
  assert.notEqual((await context.cookies()).length, 0)
  await page.goto("/developers/reference")
  const send = async (id: string, fields: Record<string, string>) => {
    const operation = page.locator(`#${id}`)
    for (const [name, value] of Object.entries(fields)) await operation.getByLabel(name, { exact: true }).fill(value)
    const sent = page.waitForRequest((request) => request.url().includes("/api/"))
    await operation.getByRole("button", { name: "Send" }).click()
    assert.equal((await (await sent).allHeaders()).cookie, undefined)
    return String(await operation.getByRole("status").textContent())
  }
  assert.match(await send("getOffer", { key: "demo" }), /^200 \d+ of 3000 requests left.*"isSignedIn": false/s)
  assert.match(await send("getOffer", { key: "none" }), /^404 .*"code": "not_found"/s)
  assert.match(await send("redeemGift", { code: "GIFT-FIVE", buyerEmail: "" }), /^200 .*"discountCents": 500/s)
  await send("drawPreview", { title: "Hello" })
  assert.equal(await page.evaluate("document.querySelector('#drawPreview img').naturalWidth"), 1200)

  await showsNewest(page)
  await page.route("**/api/pay/demo", (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }))
  const getOffer = page.locator("#getOffer")
  await getOffer.getByLabel("key", { exact: true }).fill("demo")
  await getOffer.getByRole("button", { name: "Send" }).click()
  assert.equal(await getOffer.getByRole("status").textContent(), "502 <h1>Bad gateway</h1>")

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.locator("#verifyPayment").getByLabel("Python").check()
  assert.equal(await page.locator('[data-language="py"]:visible').count(), 7)
  assert.equal(await page.locator('[data-language="sh"]:visible').count(), 0)
  const heights =
    "[...document.querySelectorAll('form[data-try]')].map((form) => form.parentElement.parentElement.offsetHeight)"
  for (const height of await page.evaluate<number[]>(heights)) assert.ok(height <= 720, "a column fits into the window")
})

/** The response to an older request, which comes after that to a newer one, is not shown. */
async function showsNewest(page: Page): Promise<void> {
  const gate = Promise.withResolvers<void>()
  await page.route("**/api/pay/none", (route) => gate.promise.then(() => route.continue()))
  const operation = page.locator("#getOffer")
  const status = operation.getByRole("status")
  const send = async (key: string) => {
    await operation.getByLabel("key", { exact: true }).fill(key)
    await operation.getByRole("button", { name: "Send" }).click()
  }
  const older = page.waitForResponse("**/api/pay/none")
  await withoutWaiting(page, async () => {
    await send("none")
    assert.equal(await status.textContent(), "", "the response to the previous request is gone")
    await send("demo")
  })
  await status.getByText("requests left").waitFor()
  gate.resolve()
  await (await older).finished()
  assert.match(String(await status.textContent()), /^200 /)
}

test("without JavaScript the reference sends a GET, says what a POST needs, and lets a reader choose samples", {
  skip,
}, async (t) => {
  const { open } = await studioInBrowser(t)
  const { page } = await open({ javaScriptEnabled: false })
  await page.goto("/developers/reference")
  const checkout = page.locator("#startCheckout")
  await checkout.getByText("Needs JavaScript.").waitFor()
  assert.equal(await checkout.getByRole("button").count(), 0)
  await checkout.getByLabel("TypeScript").check()
  assert.match(
    String(await checkout.locator("[data-language] pre:visible").first().textContent()),
    /^import \{ openClient \}/,
  )
  await page.locator("#checkSlug").getByRole("button", { name: "Send" }).click()
  await page.waitForURL("**/api/onboard/check-slug?slug=studio")
  assert.match(await page.content(), /"available":false/)
})
