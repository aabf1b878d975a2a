import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { openStripeStandIn } from "#test/support/stripe-stand-in.ts"
import { noBrowser, studioInBrowser } from "#test/support/studio-in-browser.ts"

const skip = noBrowser ?? false

/** Stands in for what js.stripe.com serves: a form of one button, which says what it was opened with. */
const stripeJs = `window.Stripe = (key) => ({
  _registerWrapper() {},
  createEmbeddedCheckoutPage: async ({ clientSecret, onComplete }) => ({
    mount(place) {
      const button = document.createElement("button")
      button.textContent = "Pay at Stripe"
      button.title = key + " " + clientSecret
      button.onclick = onComplete
      place.append(button)
    },
    destroy() {},
  }),
})
window.Stripe.version = "endive"`

async function stripeStudio(t: Parameters<typeof studioInBrowser>[0]) {
  const standIn = await openStripeStandIn(t)
  const keys = { secretKey: "sk_test_installation", webhookSecret: "whsec_installation" }
  standIn.addAccount(keys)
  const studio = await studioInBrowser(t, {
    SVC_PAYMENTS_URL: standIn.url,
    SVC_STRIPE_SECRET_KEY: keys.secretKey,
    SVC_STRIPE_PUBLISHABLE_KEY: "pk_test_installation",
    SVC_STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
  })
  return { ...studio, standIn }
}

async function checkOut(page: Page): Promise<{ sessionId: string; clientSecret: string }> {
  await page.goto("/pay/demo")
  await page.getByLabel("E-mail address").fill("bo@example.com")
  const answer = page.waitForResponse("**/api/pay/demo/checkout")
  await page.getByRole("button", { name: "Continue to payment" }).click()
  return (await answer).json()
}

test("Stripe's form is opened with the account's public key, and what it took is verified", { skip }, async (t) => {
  const { open, standIn } = await stripeStudio(t)
  const { page, context } = await open()
  await context.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: stripeJs }),
  )

  const { sessionId, clientSecret } = await checkOut(page)
  const form = page.getByRole("button", { name: "Pay at Stripe" })
  assert.equal(await form.getAttribute("title"), `pk_test_installation ${clientSecret}`)
  standIn.pay(sessionId)
  await form.click()
  await page.getByRole("link", { name: "Open your files" }).waitFor()

  await page.goto(`/pay/demo?session_id=${sessionId}`)
  await page.getByRole("link", { name: "Open your files" }).waitFor()
})

test("when Stripe's form cannot be loaded the page says so, and what helps", { skip }, async (t) => {
  const { open } = await stripeStudio(t)
  const { page, context } = await open()
  await context.route("https://js.stripe.com/**", (route) => route.abort())

  await checkOut(page)

  assert.match((await page.getByRole("alert").textContent()) ?? "", /could not be loaded.*Nothing was charged/)
})
