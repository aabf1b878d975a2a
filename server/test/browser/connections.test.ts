import assert from "node:assert/strict"
import { test } from "node:test"
import { assertAccessible, exchangeCode, openLoopbackApp, signInByCode } from "#test/support/person-in-browser.ts"
import { noBrowser, studioInBrowser } from "#test/support/studio-in-browser.ts"

const skip = noBrowser ?? false

test("an app on this computer asks, is allowed, is seen under connected apps, and is ended there", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  const { askPath, answer, redirectUri } = await openLoopbackApp(t)
  await page.goto(askPath)
  await page.getByText("An app asks to act for you.").waitFor()
  await signInByCode(studio, page, "ada@example.com")

  await page.getByText("An app on this computer is asking.").waitFor()
  await page.getByText(new URL(redirectUri).host).waitFor()
  await assertAccessible(page)
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(`${redirectUri}**`)
  const { code, state, iss } = Object.fromEntries(await answer)
  assert.deepEqual({ hasCode: Boolean(code), state, iss }, { hasCode: true, state: "a state", iss: studio.baseUrl })
  await exchangeCode(studio, String(code), redirectUri)

  await page.goto("/account/connections")
  await page.getByRole("link", { name: /^What .* did/ }).click()
  await page.getByText("You allowed it").waitFor()
  await page.getByRole("link", { name: "Back to connected apps" }).click()
  const end = page.getByRole("button", { name: "Yes, end it" })
  assert.equal(await end.isVisible(), false)
  await page.locator("main summary").click()
  await end.click()
  await page.getByText("You ended it.").waitFor()
  await assertAccessible(page)
})

test("an app that is denied is told so, and nothing is connected", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  const { askPath, answer, redirectUri } = await openLoopbackApp(t)
  await signInByCode(studio, page, "ada@example.com")
  await page.goto(askPath)
  await page.getByRole("radio", { name: "Only in Studio Ada" }).focus()
  await page.keyboard.press("Enter")
  await page.waitForURL(`${redirectUri}**`)
  assert.equal((await answer).get("error"), "access_denied", "Enter in a field never allows")

  await page.goto("/account/connections")
  await page.getByText("No app is connected").waitFor()
})

test("without JavaScript an app is allowed, and ended after a second step", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ javaScriptEnabled: false })
  const { askPath, answer, redirectUri } = await openLoopbackApp(t)
  await page.goto(askPath)
  await signInByCode(studio, page, "ada@example.com")
  await page.getByRole("radio", { name: "Studio Ada" }).check()
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(`${redirectUri}**`)
  await exchangeCode(studio, String((await answer).get("code")), redirectUri)

  await page.goto("/account/connections")
  const end = page.getByRole("button", { name: "Yes, end it" })
  assert.equal(await end.isVisible(), false)
  await page.locator("main summary").click()
  await end.click()
  await page.getByText("You ended it.").waitFor()
  assert.equal(await end.count(), 0)
})

test("the pages of a person are accessible on a phone and on a desk, light and dark", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page, context } = await studio.open({ refusals: /^404 .*\/connections\/no$/ })
  const { askPath } = await openLoopbackApp(t)
  await page.goto("/sign-in")
  await assertAccessible(page)
  await signInByCode(studio, page, "ada@example.com")
  for (const width of [320, 1280]) {
    for (const colorScheme of ["light", "dark"] as const) {
      const one = await context.newPage()
      await one.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await one.setViewportSize({ width, height: 800 })
      for (const path of [
        "/",
        "/account",
        "/workspaces/new",
        "/account/connections",
        "/studio/settings/connected-apps",
        askPath,
        "/account/connections/no",
      ]) {
        await one.goto(path)
        await assertAccessible(one)
      }
      await one.close()
    }
  }
})
