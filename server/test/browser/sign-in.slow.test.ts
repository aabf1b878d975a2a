import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { accountMenu, assertAccessible, pressSignOut, signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, type StudioInBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

test("a code signs in, a wrong one is refused in place and stays in its field, and the menu signs out", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ refusals: /^400 POST .*\/sign-in\/code|^401 GET .*\/console\// })
  await page.goto("/sign-in")
  await page.getByLabel("Email").fill("ada@example.com")
  await page.keyboard.press("Enter")
  await page.getByRole("textbox", { name: "Code" }).fill("0000 0001")
  await page.keyboard.press("Enter")
  assert.match((await page.getByRole("alert").textContent()) ?? "", /Incorrect code/)
  assert.equal(await page.getByRole("textbox", { name: "Code" }).inputValue(), "0000 0001")
  assert.equal(await page.evaluate("document.activeElement.name"), "code")

  const code = /Code: (\d{8})/.exec(await studio.mailTo("ada@example.com"))?.[1]
  await page.getByRole("textbox", { name: "Code" }).fill(String(code))
  await page.keyboard.press("Enter")
  await page.waitForURL("**/studio")

  await page.goto("/account")
  const menu = accountMenu(page)
  await menu.focus()
  await page.keyboard.press("Enter")
  const inMenu = page.getByRole("banner").getByRole("link", { name: "Connected apps", exact: true })
  await inMenu.waitFor()
  await page.keyboard.press("Escape")
  await inMenu.waitFor({ state: "hidden" })
  await pressSignOut(page)
  await page.getByRole("link", { name: "Sign in" }).waitFor()
})

test("the mailed link signs in after a click, in another browser, which shows a warning", { skip }, async (t) => {
  const { open, mailTo } = await studioInBrowser(t)
  const { page: asking } = await open({ refusals: /^404 GET .*\/sign-in\/code\// })
  await asking.goto("/sign-in")
  await asking.getByLabel("Email").fill("ada@example.com")
  await asking.getByRole("button", { name: "Email me a code" }).click()
  const link = /http:\S+\/sign-in\/link\/\S+/.exec(await mailTo("ada@example.com"))?.[0]

  const { page } = await open()
  await page.goto(String(link))
  await page.getByText("Requested in another browser").waitFor()
  await assertAccessible(page)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL("**/studio")
})

/** A browser with a device that holds passkeys. */
async function openWithDevice(studio: StudioInBrowser) {
  // An open console asks once more when its session ends.
  const { page, context } = await studio.open({ refusals: /^401 GET .*\/console\// })
  const devtools = await context.newCDPSession(page)
  await devtools.send("WebAuthn.enable")
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const
  await devtools.send("WebAuthn.addVirtualAuthenticator", { options })
  return { page, context }
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto("/account")
  await page.getByRole("button", { name: "Add passkey" }).click()
  await page.getByText("never used").waitFor()
}

async function signOut(page: Page): Promise<void> {
  await pressSignOut(page)
  await page.waitForURL(({ pathname }) => pathname === "/")
}

/** Safari before 18.4, Chrome before 129 and Firefox before 119 read no options from JSON, and write no answers as JSON. */
const withoutJson = `for (const name of ["parseCreationOptionsFromJSON", "parseRequestOptionsFromJSON"])
  delete PublicKeyCredential[name]
delete PublicKeyCredential.prototype.toJSON`

test("a passkey is added and signs in where the browser reads no options from JSON", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page, context } = await openWithDevice(studio)
  await context.addInitScript(withoutJson)
  await signInByCode(studio, page, "ada@example.com")
  await addPasskey(page)
  await signOut(page)
  await page.getByRole("link", { name: "Sign in" }).click()
  await page.getByRole("button", { name: "Use a passkey" }).click()
  await page.waitForURL("**/studio")
})

test("a passkey is added, signs in, is renamed and removed", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await openWithDevice(studio)
  await signInByCode(studio, page, "ada@example.com")
  await addPasskey(page)
  await signOut(page)
  await page.getByRole("link", { name: "Sign in" }).click()
  await page.waitForURL("**/studio") // the device chooses at once what its person would choose of the suggestions
  await signOut(page)
  await page.addInitScript("delete PublicKeyCredential.isConditionalMediationAvailable")
  await page.getByRole("link", { name: "Sign in" }).click()
  await page.getByRole("button", { name: "Use a passkey" }).click()
  await page.waitForURL("**/studio")
  await page.goto("/account")
  const passkeys = page.getByRole("region", { name: "Passkeys" })
  await passkeys.locator("summary").click()
  await passkeys.getByLabel("New name").fill("My key 🔑")
  await passkeys.getByRole("button", { name: "Rename" }).click()
  await passkeys.getByText("My key 🔑").waitFor()
  await assertAccessible(page)
  await passkeys.getByRole("button", { name: "Remove passkey" }).click()
  await passkeys.getByText("My key 🔑").waitFor({ state: "detached" })
})

test("an invited person signs in from the invitation, joins, and makes a workspace of their own", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page: ada } = await studio.open()
  await signInByCode(studio, ada, "ada@example.com")
  await ada.goto("/account")
  await ada.getByRole("link", { name: "Members of Studio Ada" }).click()
  await ada.getByRole("button", { name: "Invite people", exact: true }).click()
  await ada.getByLabel("Email").fill("bo@example.com")
  await ada.getByRole("button", { name: "Send invite" }).click()
  const invitation = /http:\S+\/invitations\/\S+/.exec(await studio.mailTo("bo@example.com", /invitations/))?.[0]

  const { page } = await studio.open({ refusals: /^409 POST .*\/workspaces\/new$/ })
  await page.goto(String(invitation))
  await assertAccessible(page)
  await page.getByRole("link", { name: "Sign in to join" }).click()
  await signInByCode(studio, page, "bo@example.com")
  await page.getByRole("button", { name: "Join workspace" }).click()

  await page.goto("/account")
  await page.getByRole("link", { name: "New workspace" }).click()
  await page.getByLabel("Name").fill("Bö’s place")
  assert.ok(await page.getByText(/\/bos-place is available$/).isVisible())
  await page.getByLabel("Workspace URL").fill("studio")
  assert.ok(await page.getByText("Taken. Try another.").isVisible())
  await page.getByRole("button", { name: "Create workspace" }).click()
  await page.getByRole("alert").waitFor()
  assert.equal(await page.getByLabel("Name").inputValue(), "Bö’s place")
  await page.getByLabel("Workspace URL").fill("bos-place")
  await page.getByRole("button", { name: "Create workspace" }).click()
  await page.waitForURL("**/bos-place")
  await assertAccessible(page)
})
