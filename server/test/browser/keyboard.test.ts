import assert from "node:assert/strict"
import { test } from "node:test"
import { cards } from "#test/support/buyer-in-browser.ts"
import { pressAt, tabTo, typeInto } from "#test/support/keyboard-in-browser.ts"
import { exchangeCode, openLoopbackApp } from "#test/support/person-in-browser.ts"
import { noBrowser, studioInBrowser } from "#test/support/studio-in-browser.ts"

const skip = noBrowser ?? false

test("without a mouse, and always seeing where the focus is", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  const dialog = page.getByRole("dialog")
  let payUrl = ""

  await t.test("somebody signs in", async () => {
    await page.goto("/sign-in")
    await typeInto(page, "E-mail address", "ada@example.com")
    await page.keyboard.press("Enter")
    const code = /Code: (\d{4} \d{4})/.exec(await studio.mailTo("ada@example.com"))?.[1]
    await typeInto(page, "Code", String(code))
    await page.keyboard.press("Enter")
    await page.waitForURL("**/studio")
  })

  await t.test("makes a link, opens it with Enter, and closes it with Escape", async () => {
    await pressAt(page, "link", "Links")
    await pressAt(page, "button", "Create a link")
    await dialog.waitFor()
    await page.keyboard.type("https://example.com/keys")
    await typeInto(page, "Title", "By the keys")
    await pressAt(page, "button", "Create the link")
    await dialog.waitFor({ state: "detached" })

    await tabTo(page, "row", /By the keys/)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await dialog.getByRole("heading", { name: "By the keys" }).waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
  })

  await t.test("finds another page by a few letters", async () => {
    await pressAt(page, "button", /^Search or do/)
    await page.getByRole("combobox", { name: "Search or do" }).waitFor()
    await page.keyboard.type("Gift co")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Gift codes" }).waitFor()
    assert.equal(await dialog.count(), 0)
  })

  await t.test("makes an offer with a file, and puts it on sale", async () => {
    await pressAt(page, "link", "Offers")
    await pressAt(page, "button", "Create an offer")
    await typeInto(page, "Title", "Keys")
    await typeInto(page, "Price", "3.00")
    await page.keyboard.press("Enter")
    await pressAt(page, "button", "Add a file from the drive")
    await pressAt(page, "button", "Add read-me-first.txt")
    await dialog.getByText("Added").waitFor()
    await page.keyboard.press("Escape")
    await pressAt(page, "button", "Publish")
    payUrl = String(await page.getByRole("region", { name: "Sale" }).locator("code").textContent())
  })

  await t.test("buys it, after being told of an address that was left out", async () => {
    const { page } = await studio.open()
    await page.goto(payUrl)
    await pressAt(page, "button", "Continue to payment")
    const field = page.getByRole("textbox", { name: "E-mail address" }).and(page.locator(":focus"))
    assert.equal(await field.getAttribute("aria-invalid"), "true")
    await page.keyboard.type("bo@example.com")
    await page.keyboard.press("Enter")
    await typeInto(page, "Card number", cards.pays)
    await pressAt(page, "button", "Pay $3.00")
    await pressAt(page, "link", "Open your files")
    await tabTo(page, "link", "Download read-me-first.txt")
  })

  await t.test("and allows an app less than it asks for", async () => {
    const { askPath, answer, redirectUri } = await openLoopbackApp(t)
    await page.goto(askPath)
    await tabTo(page, "checkbox", "Make short links and change them")
    await page.keyboard.press("Space")
    await tabTo(page, "radio", "Only in Studio Ada")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    await pressAt(page, "button", "Allow")
    await page.waitForURL(`${redirectUri}**`)
    const { scope } = await exchangeCode(studio, String((await answer).get("code")), redirectUri)
    assert.equal(scope, "links:read")
  })
})

test("who wants no motion sees none", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const { page, context } = await studio.open({ reducedMotion })
    await context.route("**/checkout", () => {}) // it is never answered: the button keeps turning
    await page.goto("/pay/demo")
    await page.getByLabel("E-mail address").fill("bo@example.com")
    await page.getByRole("button", { name: "Continue to payment" }).click()
    await page.locator("button[aria-busy]").waitFor()
    const moving = await page.evaluate<number>(
      "document.getAnimations().filter((one) => one.effect.getComputedTiming().activeDuration > 10).length",
    )
    assert.equal(moving > 0, reducedMotion === "no-preference")
    await context.close()
  }
})
