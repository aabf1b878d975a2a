import assert from "node:assert/strict"
import { test } from "node:test"
import { cards } from "#test/support/browser/buyer.ts"
import { pressAt, signInByKeys, tabTo, typeInto, unfold } from "#test/support/browser/keyboard.ts"
import { callTool, exchangeCode, openLoopbackApp } from "#test/support/browser/person.ts"
import { withoutWaiting } from "#test/support/browser/ready.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

test("without a mouse, with the focus always visible, a person", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  const dialog = page.getByRole("dialog")
  let payUrl = ""

  await t.test("signs in", async () => {
    await page.goto("/sign-in")
    await signInByKeys(studio, page, "ada@example.com")
    await page.waitForURL("**/studio")
  })

  await t.test("makes a link, opens it with Enter, and closes it with Escape", async () => {
    await pressAt(page, "link", "Links")
    await pressAt(page, "button", "Create link")
    await page.keyboard.type("https://example.com/keys")
    await typeInto(page, "Title", "By the keys")
    await pressAt(page, "button", "Create link")

    await tabTo(page, "row", /By the keys/)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await dialog.getByRole("heading", { name: "By the keys" }).waitFor()
    await page.keyboard.press("Escape")
    assert.equal(await dialog.count(), 0)
  })

  await t.test("finds another page by a few letters", async () => {
    await pressAt(page, "button", /^Search or jump to/)
    await page.keyboard.type("Gift co")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Gift codes" }).waitFor()
    assert.equal(await dialog.count(), 0)
  })

  await t.test("makes an offer with a file, and puts it on sale", async () => {
    await pressAt(page, "link", "Offers")
    await pressAt(page, "button", "Create offer")
    await typeInto(page, "Title", "Keys")
    await typeInto(page, "Price", "3.00")
    await pressAt(page, "button", "Choose from drive")
    await pressAt(page, "button", "Add read-me-first.txt")
    await page.keyboard.press("Escape")
    await pressAt(page, "button", "Publish offer")
    payUrl = String(await page.getByRole("region", { name: "Sale" }).locator("code").textContent())
  })

  await t.test("buys it, after a refusal without an address", async () => {
    const { page } = await studio.open()
    await page.goto(payUrl)
    await pressAt(page, "button", "Continue to payment")
    const field = page.getByRole("textbox", { name: "Email" }).and(page.locator(":focus"))
    assert.equal(await field.getAttribute("aria-invalid"), "true")
    await page.keyboard.type("bo@example.com")
    await page.keyboard.press("Enter")
    await typeInto(page, "Card number", cards.pays)
    await pressAt(page, "button", "Pay $3.00")
    await pressAt(page, "link", "Open files")
    await tabTo(page, "link", "Download read-me-first.txt")
  })

  await t.test("pays with another card after one was declined, and is refunded in the console", async () => {
    const { page: cy } = await studio.open({ refusals: /^402 POST .*\/pay$|^4\d\d GET .*\/delivery\// })
    await cy.goto(payUrl)
    await typeInto(cy, "Email", "cy@example.com")
    await cy.keyboard.press("Enter")
    await typeInto(cy, "Card number", cards.hasNoFunds)
    await cy.keyboard.press("Enter")
    await cy.getByRole("alert").filter({ hasText: "insufficient funds" }).waitFor()
    await tabTo(cy, "textbox", "Card number")
    await cy.keyboard.press("ControlOrMeta+A")
    await cy.keyboard.type(cards.pays)
    await pressAt(cy, "button", "Pay $3.00")
    await pressAt(cy, "link", "Open files")
    await tabTo(cy, "link", "Download read-me-first.txt")

    await page.goto("/studio/purchases")
    await pressAt(page, "row", /cy@example\.com/)
    await unfold(page, "Refund: Keys")
    await typeInto(page, "Reason", "Bought by mistake")
    await pressAt(page, "button", "Refund $3.00")
    await page.getByText("Refunding $3.00 to cy@example.com").waitFor()
    await page.keyboard.press("Escape")
    await cy.reload()
    assert.equal(await cy.getByRole("link", { name: /^Download/ }).count(), 0)
  })

  await t.test("makes a gift code, which pays for everything", async () => {
    await pressAt(page, "link", "Gift codes")
    await pressAt(page, "button", "Create gift code")
    await typeInto(page, "Code", "KEYS-AND-TABS")
    await tabTo(page, "combobox", "Value")
    await page.keyboard.press("ArrowDown")
    await pressAt(page, "button", "Create code")
    await page.getByRole("row", { name: /KEYS-AND-TABS/ }).waitFor()

    const { page: di } = await studio.open()
    await di.goto(payUrl)
    await typeInto(di, "Email", "di@example.com")
    await pressAt(di, "button", "Add gift code")
    await typeInto(di, "Gift code", "KEYS-AND-TABS")
    await pressAt(di, "button", "Apply")
    await pressAt(di, "link", "Open files")
    await di.getByText("Redeemed on").waitFor()
    await tabTo(di, "link", "Download read-me-first.txt")
  })

  await t.test("sends a file to the drive, and moves it to a folder", async () => {
    const chooser = page.waitForEvent("filechooser")
    await pressAt(page, "link", "Drive")
    await pressAt(page, "button", "Upload files")
    await (await chooser).setFiles({ name: "keys.txt", mimeType: "text/plain", buffer: Buffer.from("By the keys") })
    await pressAt(page, "row", /keys\.txt/)
    await pressAt(page, "button", "Move")
    await tabTo(page, "treeitem", "Drive")
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key)
    await pressAt(page, "button", "Move to Sketches")
    await page.getByText("Moved to Sketches").waitFor()
    assert.equal(await page.getByRole("row", { name: /keys\.txt/ }).count(), 0)
    await pressAt(page, "row", /Sketches/)
    await tabTo(page, "row", /keys\.txt/)
  })

  await t.test("invites a person, who joins, and removes them", async () => {
    await pressAt(page, "link", "Members")
    await pressAt(page, "button", "Invite people")
    await typeInto(page, "Emails", "ed@example.com")
    await pressAt(page, "button", "Send invites")
    await page.getByText("Invite sent to ed@example.com").waitFor()

    const { page: ed } = await studio.open({ refusals: /^403 GET .*\/console\// })
    await ed.goto(String(/http:\S+\/invitations\/\S+/.exec(await studio.mailTo("ed@example.com"))?.[0]))
    await pressAt(ed, "link", "Sign in to join")
    await signInByKeys(studio, ed, "ed@example.com")
    await pressAt(ed, "button", "Join workspace")
    await tabTo(ed, "link", "Drive")

    await page.reload()
    await pressAt(page, "row", /ed@example\.com/)
    await unfold(page, "Remove: ed@example.com")
    await pressAt(page, "button", "Remove member")
    await page.getByText("ed@example.com removed").waitFor()
    await pressAt(ed, "link", "Offers")
    await ed.getByRole("heading", { name: "You are not a member of this workspace." }).waitFor()
  })

  await t.test("and allows an app less than it asks for, and ends it", async () => {
    const { askPath, answer, redirectUri } = await openLoopbackApp(t)
    await page.goto(askPath)
    await tabTo(page, "checkbox", "Create and edit short links")
    await page.keyboard.press("Space")
    await tabTo(page, "radio", "Only Studio Ada")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    await pressAt(page, "button", "Allow")
    await page.waitForURL(`${redirectUri}**`)
    const { scope, access_token } = await exchangeCode(studio, String((await answer).get("code")), redirectUri)
    assert.equal(scope, "links:read")
    assert.equal(await callTool(studio, "list_links", access_token), 200)

    await page.goto("/account/connections")
    await unfold(page, "Disconnect: Your agent")
    await pressAt(page, "button", "Disconnect app")
    await page.getByText("Disconnected by you.").waitFor()
    assert.equal(await callTool(studio, "list_links", access_token), 401)
  })
})

test("a visitor who prefers reduced motion sees none", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const { page, context } = await studio.open({ reducedMotion })
    await context.route("**/checkout", () => {}) // it is never answered, so the button keeps spinning
    await page.goto("/pay/demo")
    await page.getByLabel("Email").fill("bo@example.com")
    await withoutWaiting(page, () => page.getByRole("button", { name: "Continue to payment" }).click())
    await page.locator("button[aria-busy]").waitFor()
    const moving = await page.evaluate<number>(
      "document.getAnimations().filter((one) => one.effect.getComputedTiming().activeDuration > 10).length",
    )
    assert.equal(moving > 0, reducedMotion === "no-preference")
    await context.close()
  }
})
