import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { Page } from "playwright-core"
import { demo } from "#start/demo/demo-data.ts"
import { until } from "#test/support/basics/until.ts"
import { doBehind } from "#test/support/browser/console.ts"
import { textOf } from "#test/support/browser/doc.ts"
import { signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"
import { twoReleases } from "#test/support/browser/two-releases.ts"
import { emptyDatabaseUrl } from "#test/support/databases/test-databases.ts"
import { openStripeStandIn } from "#test/support/stand-ins/stripe/stripe-stand-in.ts"

const skip = noBrowser ?? false

const keys = {
  secretKey: "sk_live_51StudioSecret",
  publishableKey: "pk_live_51StudioPublic",
  webhookSecret: "whsec_abcdefghijklmnop",
}

/** In place of the script from js.stripe.com: a form that is a button. */
const stripeJs = `window.Stripe = () => ({
  _registerWrapper() {},
  createEmbeddedCheckoutPage: async () => ({
    mount: (place) => place.append(Object.assign(document.createElement("button"), { textContent: "Pay by card" })),
    destroy() {},
  }),
})
window.Stripe.version = "endive"`

/** What a page asks for while the service is replaced: its stream, and lists that changed just before. It asks again. */
const away =
  /^(503|net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)) GET .*\/(live|console\/list-[a-z-]+)\?/

/** What a page asks for of a release that is replaced, or while it is. */
const gone = /^(404|net::ERR_CONNECTION_(REFUSED|RESET)) (GET|HEAD) .*\/assets\//

async function signIn(studio: Awaited<ReturnType<typeof twoReleases>>, page: Page): Promise<void> {
  await page.goto("/studio")
  await signInByCode(studio, page, demo.email)
}

/** The names of the scripts that a page requests from now on. */
function scriptsOf(page: Page): string[] {
  const names: string[] = []
  page.on("response", (response) => {
    const [, name] = /\/assets\/([^/]+\.js)$/.exec(response.url()) ?? []
    if (name) names.push(`${response.status()} ${name}`)
  })
  return names
}

test("pages of the former release open Stripe's form, the palette and the editor on the next one", {
  skip,
}, async (t) => {
  const standIn = await openStripeStandIn(t)
  standIn.addAccount(keys)
  const studio = await twoReleases(t, {
    SVC_DATABASE_URL: await emptyDatabaseUrl(t, "postgres"),
    SVC_PAYMENTS_URL: standIn.url,
    SVC_SELLING: "own",
  })
  const { page: owner } = await studio.open({ refusals: away })
  await signIn(studio, owner)
  await doBehind(owner, "set-payment-account", keys)
  const { page: writer, context } = await studio.open({ refusals: away })
  await context.addCookies(await owner.context().cookies())
  await writer.goto("/studio/docs")
  const { page: buyer, context: buyers } = await studio.open()
  await buyers.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: stripeJs }),
  )
  await buyer.goto("/pay/demo")
  await buyer.getByLabel("Email").fill("bo@example.com")

  await studio.upgrade()
  const scripts = [buyer, owner, writer].map(scriptsOf)
  await buyer.getByRole("button", { name: "Continue to payment" }).click()
  await buyer.getByRole("button", { name: "Pay by card" }).waitFor()
  await owner.keyboard.press("Control+k")
  await owner.getByRole("combobox").waitFor()
  await writer.getByRole("button", { name: "Create doc" }).first().click()
  await textOf(writer).waitFor()

  for (const names of scripts) {
    assert.ok(names.length > 0, "a part was loaded on demand")
    for (const name of names) assert.match(name, /^200 .*-[\w-]{8}\.js$/, "from the former release")
  }
})

async function oneProcess(t: TestContext) {
  const studio = await twoReleases(t, {})
  const { page } = await studio.open({ refusals: new RegExp(`${away.source}|${gone.source}`) })
  await signIn(studio, page)
  return { studio, page }
}

test("where the former release's files were not kept, a page reloads once and then works", { skip }, async (t) => {
  const { studio, page } = await oneProcess(t)
  await studio.upgrade()
  const reloaded = page.waitForEvent("domcontentloaded")
  await page.keyboard.press("Control+k")
  await reloaded
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox").waitFor()

  // Less than a minute later, however long the restart takes.
  await page.clock.setFixedTime(Number(await page.evaluate('sessionStorage.getItem("reloadedAt")')))
  await studio.restart()
  await page.keyboard.press("Escape")
  await page.getByRole("combobox").waitFor({ state: "detached" })
  await page.keyboard.press("?")
  await page.getByText("This part of the page could not be loaded.").waitFor()
})

test("where the former release's files are missing, a page keeps typed text and says what to do", {
  skip,
}, async (t) => {
  const studio = await twoReleases(t, {})
  const { page } = await studio.open({ refusals: gone })
  await page.goto("/pay/demo")
  await page.getByLabel("Email").fill("bo@example.com")
  await studio.upgrade()
  await page.getByRole("button", { name: "Add gift code" }).click()
  await page.getByText("This part of the page could not be loaded.").waitFor()
  assert.equal(await page.getByLabel("Email").inputValue(), "bo@example.com")
  const loaded = page.waitForEvent("load")
  await page.getByRole("button", { name: "Reload" }).click()
  await loaded
  await page.getByRole("button", { name: "Continue to payment" }).waitFor()
})

test("a page that sends a field of a former release offers to reload, and keeps what was typed", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ refusals: /^400 POST .*\/console\/create-tagged-link/ })
  await page.goto("/studio")
  await signInByCode(studio, page, demo.email)
  await page.goto("/studio/links?new=1")
  const dialog = page.getByRole("dialog")
  const typed = { Destination: "https://example.com/kept", "Short name": "kept-name", Title: "Typed before" }
  for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label, { exact: true }).fill(text)
  await dialog.getByText("Limits and parameters").click()
  await dialog.getByLabel("Pass query parameters").check()
  const calls = "**/console/create-tagged-link?*"
  await page.route(calls, (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), campaign: "removed since" } }),
  )
  await dialog.getByRole("button", { name: "Create link" }).click()
  await dialog.getByText("Reload it and try again. Unknown: campaign.").waitFor()
  await page.unroute(calls)
  await page.getByRole("button", { name: "Reload" }).click()

  await until(async () => (await dialog.getByLabel("Title", { exact: true }).inputValue()) === "Typed before")
  for (const [label, text] of Object.entries(typed)) {
    assert.equal(await dialog.getByLabel(label, { exact: true }).inputValue(), text)
  }
  assert.ok(await dialog.getByLabel("Pass query parameters").isChecked())
  await dialog.getByRole("button", { name: "Create link" }).click()
  await page.getByRole("row", { name: /kept-name.*example.com\/kept/ }).waitFor()
  assert.equal(await page.evaluate("sessionStorage.getItem('typed')"), null)
})
