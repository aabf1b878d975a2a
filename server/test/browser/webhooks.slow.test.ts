import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { doBehind } from "#test/support/browser/console.ts"
import { findBarriersAtBoth, signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"
import { hookReceiver, status } from "#test/support/stand-ins/hook-receiver.ts"

const skip = noBrowser ?? false
const path = "/studio/settings/webhooks"

const button = (page: Pick<Page, "getByRole">, name: string | RegExp) => page.getByRole("button", { name })

test("an admin adds an endpoint, tests it, reads a failure, switches it off and on, sends again, removes it", {
  skip,
}, async (t) => {
  const receiver = await hookReceiver(t)
  const studio = await studioInBrowser(t, { SVC_WEBHOOKS: "loopback" })
  // The page may read an endpoint once more at the moment that it is removed.
  const removed = "404 GET .*/(list-webhook-deliveries|get-endpoint-backlog)"
  const { page } = await studio.open({ refusals: new RegExp(`^(400 POST .*/make-endpoint|${removed})`) })
  const faults: string[] = []
  const look = async (what: string) => {
    faults.push(...(await findBarriersAtBoth(page)).map((barrier) => `${what}: ${barrier}`))
  }
  await page.goto(path)
  await signInByCode(studio, page, "ada@example.com")
  await page.goto(`${path}?new=1`)
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("URL").fill("https://192.168.0.1/hook")
  await dialog.getByLabel("Only some").check()
  await dialog.getByText(/^Link \(/).click()
  await dialog.getByLabel("link.created", { exact: true }).check()
  await button(dialog, "Add endpoint").click()
  await dialog.getByText("Webhooks can't be sent to this address.").waitFor()
  await look("a refusal")
  await dialog.getByLabel("URL").fill(receiver.url)
  await dialog.getByLabel("Description").fill("Shop")
  await dialog.getByLabel("All events").check()
  await button(dialog, "Add endpoint").click()
  await dialog.getByText(/^whsec_/).waitFor()
  await button(dialog, "Continue").click()
  await page.getByText("Waiting for a test").waitFor()
  await look("not tested yet")
  await button(page, "Send webhook.test").click()
  await page.getByRole("row", { name: /webhook\.test.*Delivered/ }).waitFor()
  await page.getByText("Waiting for a test").waitFor({ state: "detached" })
  await doBehind(page, "create-doc", { title: "Plan" })
  await page.getByRole("row", { name: /doc\.created.*Delivered/ }).waitFor()

  let failed = 0 // the first retry comes after five seconds
  receiver.answer = (response) => {
    failed += 1
    response.writeHead(500).end("no such table: orders")
  }
  await button(page, "Send test").click()
  await dialog.getByLabel("Event").selectOption("link.created")
  await button(dialog, "Send test").click()
  await page.getByRole("row", { name: /link\.created.*Retrying/ }).click()
  await dialog.getByText("no such table: orders").first().waitFor()
  await look("a failing delivery")
  await page.keyboard.press("Escape")
  await page.getByText("Failing", { exact: true }).waitFor()
  await button(page, "Switch off").click()
  await page.getByText("Switched off").waitFor()
  await look("switched off")
  await page.getByLabel("Start from now").check()
  receiver.answer = status(200)
  await button(page, "Switch on").click()
  await page.getByRole("row", { name: /link\.created.*Failed/ }).click()
  await button(dialog, "Send again").click()
  await dialog.getByText("sent again by Ada").waitFor()
  await page.keyboard.press("Escape")
  await page.goto(path)
  await page.getByText(`3 delivered, ${failed} failed in 24 hours`).waitFor()
  await look("an endpoint that works")
  await button(page, "View Shop").click()
  await page.getByText("Remove", { exact: true }).click()
  await button(page, "Remove endpoint").click()
  await page.getByText("No endpoints yet").waitFor()
  assert.equal(new Set(receiver.hooks.map(({ id }) => id)).size, 3)
  assert.deepEqual(faults, [])
})
