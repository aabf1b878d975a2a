import assert from "node:assert/strict"
import { test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import { cards, checkOut, download, pay } from "#test/support/browser/buyer.ts"
import { withoutWaiting } from "#test/support/browser/ready.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

test("a first sale: checkout, card, files; then the browser knows its buyer", { skip }, async (t) => {
  const { open } = await studioInBrowser(t)
  const { page } = await open()

  await checkOut(page, "/pay/demo", "bo@example.com")
  await pay(page, cards.pays)
  await page.getByRole("link", { name: "Open files" }).click()
  const { bytes, savedAs } = await download(page, "read-me-first.txt")
  assert.equal(savedAs, "read-me-first.txt")
  assert.ok(bytes.length > 0)

  await page.getByRole("button", { name: "Email me the receipt" }).click()
  await page.getByText("Receipt sent").waitFor()
  assert.equal(new URL(page.url()).hash, "#receipt")
  await until(() => page.evaluate("document.querySelector('#receipt').getBoundingClientRect().bottom <= innerHeight"))

  await page.goto("/pay/demo")
  await page.getByLabel("Email").fill("bo@example.com")
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await page.getByRole("heading", { name: "You already own this" }).waitFor()
  const { pathname } = new URL(String(await page.getByRole("link", { name: "Open files" }).getAttribute("href")))
  assert.match(pathname, /^\/delivery\//)
})

test("a stranger who types a buyer's address is led to the claim page, whose form mails the link", {
  skip,
}, async (t) => {
  const { open } = await studioInBrowser(t)
  const { page: buyer } = await open()
  await checkOut(buyer, "/pay/demo", "bo@example.com")
  await pay(buyer, cards.pays)
  await buyer.getByRole("link", { name: "Open files" }).waitFor()

  const { page } = await open()
  await page.goto("/pay/demo")
  await page.getByLabel("Email").fill("bo@example.com")
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await page.getByRole("link", { name: "Email me the link" }).click()
  await page.getByRole("button", { name: "Email me the link" }).click()
  await page.getByText("Check your email").waitFor()
})

test("a mistyped address is asked about and corrected, and shown before the payment", { skip }, async (t) => {
  const { open } = await studioInBrowser(t)
  const { page } = await open({ refusals: /400 .*\/api\/pay\/demo\/checkout/ })
  await page.goto("/pay/demo")
  for (const [address, reason] of [
    ["bo@example", "The domain after the @ has no dot."],
    ["bo.@example.com", ""],
    ["bo@@example.com", "It has more than one @."],
    ["Bo Berg bo@example.com", "It has a space inside."],
  ] as const) {
    await page.getByLabel("Email").fill(address)
    await page.getByRole("button", { name: "Continue to payment" }).click()
    await page.getByText(`Enter a valid email, such as ada@example.com. ${reason}`).waitFor()
    await page.getByLabel("Email").fill("")
  }
  await page.getByLabel("Email").fill("bo@gmial.com")
  await page.getByRole("button", { name: "bo@gmail.com" }).click()
  assert.equal(await page.getByLabel("Email").inputValue(), "bo@gmail.com")

  await page.getByRole("button", { name: "Continue to payment" }).click()
  await page.getByText("Files go to bo@gmail.com").waitFor()
  await page.getByRole("button", { name: "Change email" }).click()
  assert.equal(await page.getByLabel("Email").inputValue(), "bo@gmail.com")

  await page.getByLabel("Email").fill("bo@gmial.com")
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await page.getByText("Files go to bo@gmial.com").waitFor()

  await page.getByRole("button", { name: "Change email" }).click()
  await page.getByLabel("Email").fill("Cleo <cleo＠example.com>")
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await page.getByText("Files go to Cleo").waitFor()
})

test("an address that was typed before the script came is the one that buys", { skip }, async (t) => {
  const { open } = await studioInBrowser(t)
  const { page } = await open()
  const gate = Promise.withResolvers<void>()
  await page.route("**/*.js", (route) => gate.promise.then(() => route.continue()))
  const [email, next] = [page.getByLabel("Email"), page.getByRole("button", { name: "Continue to payment" })]
  await withoutWaiting(page, async () => {
    await page.goto("/pay/demo", { waitUntil: "commit" })
    await email.fill("early@example.com")
    await next.click()
  })
  assert.deepEqual([new URL(page.url()).search, await email.inputValue()], ["", "early@example.com"])
  gate.resolve()
  await next.click()
  await page.getByText("Files go to early@example.com").waitFor()
})

test("a declined card is reported in place, and another one pays", { skip }, async (t) => {
  const { open } = await studioInBrowser(t)
  const { page } = await open({ refusals: /^402 POST .*\/pay$/ })
  await checkOut(page, "/pay/demo", "bo@example.com")

  await pay(page, "4000 0000 0000 0002")
  assert.match((await page.getByRole("alert").textContent()) ?? "", /The card was declined\./)
  await pay(page, cards.pays)

  await page.getByRole("link", { name: "Open files" }).waitFor()
})

test("3-D Secure is required, and a reload during the verification continues it", { skip }, async (t) => {
  const { open } = await studioInBrowser(t)
  const { page } = await open()
  await checkOut(page, "/pay/demo", "bo@example.com")

  await pay(page, "4000 0025 0000 3155")
  await page.getByRole("button", { name: "Confirm payment" }).click()
  await page.getByRole("link", { name: "Open files" }).waitFor()
  await page.reload()

  await page.getByRole("link", { name: "Open files" }).waitFor()
})

test("a gift code reduces the price, can be removed, and a full one pays for everything", { skip }, async (t) => {
  const { open } = await studioInBrowser(t)
  const { page } = await open({ refusals: /^404 POST .*\/gift$/ })
  await page.goto("/pay/demo")
  await page.getByLabel("Email").fill("bo@example.com")
  await page.getByRole("button", { name: "Add gift code" }).click()

  await page.getByLabel("Gift code").fill("NO-SUCH-CODE")
  await page.getByRole("button", { name: "Apply" }).click()
  assert.match((await page.getByRole("alert").textContent()) ?? "", /can't be used/)

  await page.getByLabel("Gift code").fill("gift-five")
  await page.getByRole("button", { name: "Apply" }).click()
  await page.getByText("$14.00").waitFor()
  await page.getByRole("button", { name: "Remove" }).click()

  await page.getByLabel("Gift code").fill("GIFT-FULL")
  await page.getByRole("button", { name: "Apply" }).click()
  await page.getByRole("link", { name: "Open files" }).click()
  await page.getByText("Redeemed on").waitFor()
})
