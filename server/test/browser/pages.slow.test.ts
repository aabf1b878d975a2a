import assert from "node:assert/strict"
import { test } from "node:test"
import { tooOldWords } from "#contract/browsers.ts"
import { signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

test("the home page and the error page are drawn on a phone, light and dark, without overflowing", {
  skip,
}, async (t) => {
  const { open } = await studioInBrowser(t)
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await open({ colorScheme, viewport: { width: 320, height: 640 }, refusals: /^404 .*\/zzzz$/ })
    for (const path of ["/", "/pay/demo", "/pay/zzzz", "/claim/nobody"]) {
      await page.goto(path)
      await page.getByRole("heading", { level: 1 }).waitFor()
      assert.equal(await page.getByRole("main").count(), 1)
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320, path)
    }
  }
})

test("a page that needs scripts says so in a browser that is older than the oldest ones", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page, context } = await studio.open()
  const said = page.getByText(tooOldWords)
  await page.goto("/pay/demo")
  assert.deepEqual([await said.count(), await said.isVisible()], [1, false])
  await context.route("**/*.css", async (route) => {
    const response = await route.fetch()
    const withoutMixing = (await response.text()).replaceAll("(color:color-mix(", "(color:unknown(")
    await route.fulfill({ response, body: withoutMixing })
  })
  await page.reload()
  assert.equal(await said.isVisible(), true)
})

test("without JavaScript a wrong code is refused in place, the right one signs in, and a workspace is made", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ javaScriptEnabled: false, refusals: /^400 POST .*\/sign-in\/code/ })
  await page.goto("/workspaces/new")
  await page.getByLabel("Email").fill("typo@example.com")
  await page.getByRole("button", { name: "Email me a code" }).click()
  const code = page.getByRole("textbox", { name: "Code" })
  await code.fill("no code")
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  assert.match((await page.getByRole("alert").textContent()) ?? "", /./)
  assert.equal(await code.inputValue(), "no code")
  await page.getByRole("link", { name: "Use another email" }).click()
  assert.equal(await page.getByRole("button", { name: "Use a passkey" }).isVisible(), false)
  await signInByCode(studio, page, "bo@example.com")

  await page.getByLabel("Name", { exact: true }).fill("Ink & Co")
  await page.getByLabel("Workspace URL").fill("ink-co")
  await page.getByRole("button", { name: "Create workspace" }).click()
  await page.waitForURL("**/ink-co")
  await page.getByRole("heading", { name: "Overview" }).waitFor()
  await page.locator("header summary").click()
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByRole("link", { name: "Sign in" }).waitFor()
})

test("without JavaScript the files can still be downloaded, and the claim form be sent", { skip }, async (t) => {
  const { baseUrl, open } = await studioInBrowser(t)
  const body = JSON.stringify({ code: "GIFT-FULL", buyerEmail: "bo@example.com" })
  const headers = { "content-type": "application/json" }
  const gift = await fetch(`${baseUrl}/api/pay/demo/gift`, { method: "POST", headers, body })
  const { deliveryUrl } = (await gift.json()) as { deliveryUrl: string }
  const { page } = await open({ javaScriptEnabled: false })

  await page.goto(deliveryUrl)
  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: "read-me-first.txt" }).click()
  assert.equal((await download).suggestedFilename(), "read-me-first.txt")

  await page.goto("/claim/nobody")
  await page.getByRole("button", { name: "Email me the link" }).click()
  await page.waitForURL("**/claim/nobody?sent")
  assert.match(await page.content(), /the link arrives within a minute/)
})
