import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { BrowserContext, Page } from "playwright-core"
import { demo } from "#start/demo/demo-data.ts"
import { doBehind } from "#test/support/browser/console.ts"
import { signInByCode } from "#test/support/browser/person.ts"
import { withoutWaiting } from "#test/support/browser/ready.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"
import { openStripeStandIn, type StripeStandIn } from "#test/support/stand-ins/stripe/stripe-stand-in.ts"

const skip = noBrowser ?? false

/**
 * A stand-in for the script from js.stripe.com: a form that shows its parameters, accepts a card in place, and leaves
 * for a bank's page. Afterwards it does what the session says.
 */
const stripeJs = `window.Stripe = (key) => ({
  _registerWrapper() {},
  createEmbeddedCheckoutPage: async ({ clientSecret, onComplete }) => {
    const { alwaysLeaves, leadsTo } = await window.stripeForm(clientSecret)
    const button = (text, onclick) => Object.assign(document.createElement("button"), { textContent: text, onclick })
    const card = button("Pay by card", async () => {
      await window.stripePay(clientSecret)
      if (alwaysLeaves) location.assign(leadsTo)
      else onComplete()
    })
    card.title = key + " " + clientSecret
    const bank = button("Pay at the bank", () => location.assign("https://hooks.stripe.com/bank?" + clientSecret))
    return { mount: (place) => place.append(card, bank), destroy() {} }
  },
})
window.Stripe.version = "endive"`

const keys = {
  secretKey: "sk_live_51StudioSecret",
  publishableKey: "pk_live_51StudioPublic",
  webhookSecret: "whsec_abcdefghijklmnop",
}

async function stripeStudio(t: TestContext) {
  const standIn = await openStripeStandIn(t)
  standIn.addAccount(keys)
  const studio = await studioInBrowser(t, { SVC_PAYMENTS_URL: standIn.url, SVC_SELLING: "own" })
  const { page: owner } = await studio.open()
  await owner.goto("/studio")
  await signInByCode(studio, owner, demo.email)
  await doBehind(owner, "set-payment-account", keys)
  return { ...studio, standIn }
}

const idOf = (clientSecret: string) => clientSecret.split("_secret_")[0] ?? ""

/** Serves Stripe's script and the bank's page, whose two links both lead to the session's address. */
async function serveStripe(context: BrowserContext, standIn: StripeStandIn): Promise<void> {
  await context.exposeFunction("stripeForm", (secret: string) => standIn.formOf(idOf(secret)))
  await context.exposeFunction("stripePay", (secret: string) => standIn.pay(idOf(secret)))
  await context.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: stripeJs }),
  )
  await context.route("https://hooks.stripe.com/bank?*", (route) => {
    const secret = new URL(route.request().url()).search.slice(1)
    const { leadsTo } = standIn.formOf(idOf(secret))
    const pay = `<a href="${leadsTo}" onclick="stripePay('${secret}')">Authorise</a>`
    return route.fulfill({ contentType: "text/html", body: `${pay} <a href="${leadsTo}">Cancel</a>` })
  })
}

async function checkOut(page: Page): Promise<{ sessionId: string; clientSecret: string }> {
  await page.getByLabel("Email").fill("bo@example.com")
  const answer = page.waitForResponse("**/api/pay/demo/checkout")
  await page.getByRole("button", { name: "Continue to payment" }).click()
  return (await answer).json()
}

test("Stripe's form is opened with the account's public key, a card is verified in place, and again after a reload", {
  skip,
}, async (t) => {
  const { open, standIn } = await stripeStudio(t)
  const { page, context } = await open()
  await serveStripe(context, standIn)

  await page.goto("/pay/demo")
  const { sessionId, clientSecret } = await checkOut(page)
  const form = page.getByRole("button", { name: "Pay by card" })
  assert.equal(await form.getAttribute("title"), `${keys.publishableKey} ${clientSecret}`)
  await form.click()
  await page.getByRole("link", { name: "Open files" }).waitFor()

  assert.equal(page.url(), standIn.formOf(sessionId).leadsTo, "the page's own address is the one Stripe was given")
  await page.reload()
  await page.getByRole("link", { name: "Open files" }).waitFor()
})

test("from a bank's page the buyer returns: to the payment after giving up, to the files after paying", {
  skip,
}, async (t) => {
  const { open, standIn } = await stripeStudio(t)
  const { page, context } = await open()
  await serveStripe(context, standIn)
  await page.clock.install()

  await page.goto("/pay/demo")
  await checkOut(page)
  await page.getByRole("button", { name: "Pay at the bank" }).click()
  await page.getByRole("link", { name: "Cancel" }).click()
  await page.getByText("Waiting for payment").waitFor()
  await page.clock.fastForward(10_000)
  await page.getByRole("button", { name: "Back to checkout" }).click()

  const { sessionId } = await checkOut(page)
  await page.getByRole("button", { name: "Pay at the bank" }).click()
  await page.getByRole("link", { name: "Authorise" }).click()
  await page.getByRole("link", { name: "Open files" }).waitFor()
  assert.equal(page.url(), standIn.formOf(sessionId).leadsTo)
})

test("when Stripe's form cannot be loaded the page says so, and what to do", { skip }, async (t) => {
  const { open } = await stripeStudio(t)
  const { page, context } = await open({ refusals: /^net::ERR_FAILED GET https:\/\/js\.stripe\.com/ })
  await context.route("https://js.stripe.com/**", (route) => route.abort())

  await page.goto("/pay/demo")
  await checkOut(page)

  assert.match((await page.getByRole("alert").textContent()) ?? "", /form didn’t load.*You weren’t charged/)
})

test("when Stripe's script does not answer for ten seconds the page says so, and another try opens the form", {
  skip,
}, async (t) => {
  const { open, standIn } = await stripeStudio(t)
  const { page, context } = await open({ refusals: /^net::ERR_ABORTED GET https:\/\/js\.stripe\.com/ })
  await serveStripe(context, standIn)
  let hangs = true
  await context.route("https://js.stripe.com/**", (route) => (hangs ? undefined : route.fallback()))
  await page.clock.install()

  await withoutWaiting(page, async () => {
    await page.goto("/pay/demo")
    const asked = () => page.waitForRequest("https://js.stripe.com/**")
    let request = asked()
    await checkOut(page)
    for (const round of ["first", "second", "third"]) {
      await request
      await page.clock.fastForward(9_000)
      assert.equal(await page.getByRole("alert").count(), 0, round)
      await page.clock.fastForward(1_000)
      assert.match((await page.getByRole("alert").textContent()) ?? "", /form didn’t load.*You weren’t charged/, round)
      hangs = round !== "third"
      request = asked()
      await page.getByRole("button", { name: "Try again" }).click()
    }
    await page.getByRole("button", { name: "Pay by card" }).click()
    await page.getByRole("link", { name: "Open files" }).waitFor()
  })
})

test("when the form's parameters cannot be read the page says so, and another try opens the form", {
  skip,
}, async (t) => {
  const { open, standIn } = await stripeStudio(t)
  const { page, context } = await open({ refusals: /^net::ERR_FAILED GET .*\/pay\/demo\/form/ })
  await serveStripe(context, standIn)
  await context.route("**/pay/demo/form?*", (route) => route.abort(), { times: 1 })

  await page.goto("/pay/demo")
  await checkOut(page)
  await page.getByText("server can’t be reached").waitFor()
  await page.getByRole("button", { name: "Try again" }).click()
  await page.getByRole("button", { name: "Pay by card" }).click()
  await page.getByRole("link", { name: "Open files" }).waitFor()
})
