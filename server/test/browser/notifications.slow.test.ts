import assert from "node:assert/strict"
import { createECDH, randomBytes } from "node:crypto"
import { test } from "node:test"
import { cards, checkOut, pay } from "#test/support/browser/buyer.ts"
import { pressAt, tabTo } from "#test/support/browser/keyboard.ts"
import { findBarriersAtBoth, signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

test("a sale is counted at the bell, opens its purchase and is then read, by keys alone", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page: buyer } = await studio.open()
  await checkOut(buyer, "/pay/demo", "bo@example.com")
  await pay(buyer, cards.pays)
  await buyer.getByRole("link", { name: "Open files" }).waitFor()
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio")

  await pressAt(page, "button", "Notifications, 1 unread")
  const panel = page.getByRole("dialog", { name: "Notifications" })
  assert.ok(await panel.getByRole("link", { name: /^Unread Sold: Studio palette for \$19\.00/ }).isVisible())
  assert.deepEqual(await findBarriersAtBoth(page), [])
  await pressAt(page, "link", /^Unread Sold/)
  await page.waitForURL(/\/studio\/purchases\?open=purchase_/)
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor()
  await page.goto("/account/notifications")
  await page.getByRole("link", { name: /^Sold: Studio palette/ }).waitFor()
  assert.deepEqual(await findBarriersAtBoth(page), [])
  assert.equal(await page.getByRole("button", { name: "Mark all as read" }).isDisabled(), true)
})

test("a switched setting stays, and a browser that cannot show notifications says why, after a press only", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page, context } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/account/notifications/settings")
  await tabTo(page, "checkbox", "Sales: Email")
  const saved = page.waitForResponse(/choose-notification/)
  await page.keyboard.press("Space")
  await saved
  await page.reload()
  assert.equal(await page.getByRole("checkbox", { name: "Sales: Email" }).isChecked(), false)
  assert.equal(await page.getByRole("checkbox", { name: "Sales: In app" }).isChecked(), true)
  assert.equal(
    await page.getByRole("checkbox", { name: "Payment issues: Email, cannot be changed" }).isDisabled(),
    true,
  )
  assert.equal(context.serviceWorkers().length, 0)

  await page.evaluate("Notification.requestPermission = async () => 'denied'")
  await page.getByRole("button", { name: "Turn on notifications" }).click()
  await page.getByText("Notifications are blocked").waitFor()
  assert.deepEqual(await findBarriersAtBoth(page), [])
})

test("a page reports its browser's push address when that has changed", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  const p256dh = createECDH("prime256v1").generateKeys("base64url")
  const keys = { p256dh, auth: randomBytes(16).toString("base64url") }
  await page.addInitScript(`{
    const endpoint = "https://push.example/" + (localStorage.getItem("browser's name") ?? "first")
    const made = { endpoint, toJSON: () => ({ endpoint, keys: ${JSON.stringify(keys)} }) }
    Notification.requestPermission = async () => "granted"
    Object.defineProperty(Notification, "permission", { get: () => "granted" })
    PushManager.prototype.subscribe = PushManager.prototype.getSubscription = async () => made
  }`)
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/account/notifications/settings")
  await page.getByRole("button", { name: "Turn on notifications" }).click()
  await page.getByText("Browser notifications turned on").waitFor()

  const renewals: string[] = []
  page.on("request", (request) => {
    if (request.url().includes("renew-push")) renewals.push(String(request.postData()))
  })
  await page.reload()
  await page.evaluate('localStorage.setItem("browser\'s name", "second")')
  const renewed = page.waitForResponse(/renew-push/)
  await page.goto("/studio")
  assert.deepEqual(await (await renewed).json(), { isOn: true })
  await page.goto("/account/notifications/settings")
  await page.getByRole("button", { name: /^Turn off/ }).waitFor()
  assert.deepEqual(
    renewals.map((body) => JSON.parse(body).endpoint),
    ["https://push.example/second"],
  )
})

test("the service worker runs under the page's policy, and keeps no page", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/account/notifications/settings")
  const scope = await page.evaluate(`(async () => {
    await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" })
    return (await navigator.serviceWorker.ready).scope
  })()`)
  assert.equal(scope, `${studio.baseUrl}/`)
  await page.goto("/studio")
  assert.deepEqual(await page.evaluate("caches.keys()"), [])
})
