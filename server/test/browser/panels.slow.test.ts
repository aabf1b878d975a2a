import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { cards, checkOut, pay } from "#test/support/browser/buyer.ts"
import { findBarriersAtBoth, signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

/** An address, and the elements that are pressed there in order, each by its role and its name. */
type State = [path: string, ...presses: [role: Parameters<Page["getByRole"]>[0], name: string | RegExp][]]

const inConsole: readonly State[] = [
  ["/studio/links?new=1"],
  ["/studio/links?q=nothing"],
  ["/studio/links?import=1"],
  ["/studio/links?trash=1"],
  ["/studio/links", ["row", /GIMP/]],
  ["/studio/links", ["row", /GIMP/], ["button", "QR code"]],
  ["/studio/links", ["row", /GIMP/], ["button", "Edit"]],
  ["/studio/links", ["checkbox", "Select row"], ["button", "Edit tags"]],
  ["/studio/links", ["checkbox", "Select row"], ["button", "Set expiry"]],
  ["/studio/drive?new=1"],
  ["/studio/drive?trash=1"],
  ["/studio/drive", ["checkbox", "Select row"]],
  ["/studio/drive", ["row", /read-me-first/]],
  ["/studio/drive", ["row", /read-me-first/], ["button", "Move"]],
  ["/studio/drive", ["row", /read-me-first/], ["button", "Share"], ["button", "Create link"]],
  ["/studio/drive", ["row", /Sketches/], ["button", "Rename"]],
  ["/studio/drive/upload-links?new=1"],
  ["/studio/docs?import=1"],
  ["/studio/docs?trash=1"],
  ["/studio/docs", ["row", /./]],
  ["/studio/docs", ["row", /./], ["button", "Doc menu"]],
  ["/studio/docs", ["row", /./], ["button", "Doc menu"], ["menuitem", "Share"]],
  ["/studio/docs", ["row", /./], ["button", "Doc menu"], ["menuitem", "Versions"]],
  ["/studio/offers/new"],
  ["/studio/offers/new?add=1"],
  ["/studio/offers?state=draft"],
  ["/studio/offers", ["row", /palette/]],
  ["/studio/offers", ["row", /palette/], ["button", "Choose from drive"]],
  ["/studio/purchases", ["row", /bo@example/]],
  ["/studio/gift-codes?new=1"],
  ["/studio/gift-codes?new=batch"],
  ["/studio/gift-codes", ["row", /GIFT-FIVE/]],
  ["/studio/team?new=1"],
  ["/studio/team", ["row", /Ada/]],
  ["/studio/team-time?panel=hours"],
  ["/studio/team-time?panel=days"],
  ["/studio/team-time?panel=plan"],
  ["/studio/chat-commands?channel=1"],
  ["/studio/settings/domains?new=1"],
  ["/studio/settings/seller-page?add=offer"],
  ["/studio/settings/seller-page?add=link"],
  ["/studio", ["button", /^Search or jump to/]],
  ["/account?panel=erase"],
  ["/account/notifications"],
  ["/account/notifications/settings"],
  ["/studio", ["button", /^Notifications/]],
  ["/workspaces/trash"],
  ["/operator/workspaces", ["row", /Studio/]],
  ["/studio/nowhere"],
]

/** Forms that get a name of one long word. Afterwards the page of the created thing, or its list, is open. */
const named: readonly [path: string, field: string, submit: string][] = [
  ["/studio/drive?new=1", "Name", "Create folder"],
  ["/studio/offers/new", "Title", "Save draft"],
]

const longWord = "Donaudampfschifffahrt".repeat(5)

const inPublic: readonly State[] = [
  ["/pay/demo", ["button", "Add gift code"]],
  ["/pay/demo", ["button", "Continue to payment"]],
  ["/terms"],
  ["/privacy"],
  ["/developers"],
  ["/developers/reference"],
  ["/developers/reference#startCheckout", ["button", "Send"]],
  ["/developers/tools"],
  ["/developers/events"],
  ["/developers/agents"],
  ["/report"],
  ["/mailbox"],
]

/** Opens a state. What the page showed `before` stays, if the state only adds to that. */
async function open(page: Page, [path, ...presses]: State, before?: State): Promise<void> {
  const known = before && `${[path, ...presses]},`.startsWith(`${before},`) ? before.length - 1 : undefined
  if (known === undefined) await page.goto(path)
  for (const [role, name] of presses.slice(known ?? 0)) {
    const wanted = page.getByRole(role, typeof name === "string" ? { name, exact: true } : { name })
    await (role === "row" ? wanted.last() : wanted.first()).click()
  }
}

/** The accessibility barriers in this state of a page. */
async function findAll(page: Page, state: State): Promise<string[]> {
  return (await findBarriersAtBoth(page)).map((barrier) => `${state} ${barrier}`)
}

test("a name of one long word makes no page wider, and a refused form shows the refusal beside its field", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ refusals: /^400 POST .*\/create-tagged-link/ })
  const faults: string[] = []
  await signInByCode(studio, page, "ada@example.com")
  for (const [path, field, submit] of named) {
    await page.goto(path)
    await page.getByLabel(field, { exact: true }).fill(longWord)
    const price = page.getByLabel("Price")
    if ((await price.count()) > 0) await price.fill("5")
    const button = page.getByRole("button", { name: submit })
    await button.click()
    await page.getByText(longWord).first().waitFor()
    faults.push(...(await findAll(page, [`${path} with a long word`])))
  }
  await open(page, ["/studio"])
  faults.push(...(await findAll(page, ["the overview with a long word"])))
  await page.goto("/studio/links?new=1")
  await page.getByRole("textbox", { name: "Destination" }).fill(longWord)
  await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click()
  await page.getByText(/^Destination is not/).waitFor()
  faults.push(...(await findAll(page, ["a refused form"])))
  assert.deepEqual(faults, [])
})

test("axe finds nothing in opened parts: panels, forms, dialogs, menus, and the steps of a purchase", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t, { SVC_OPERATORS: "ada@example.com" })
  const { page } = await studio.open({ refusals: /^404 GET .*\/nowhere/ })
  const { page: buyer } = await studio.open()
  const faults: string[] = []
  for (const state of inPublic) {
    await open(buyer, state)
    faults.push(...(await findAll(buyer, state)))
  }
  await checkOut(buyer, "/pay/demo", "bo@example.com")
  faults.push(...(await findAll(buyer, ["the card's form"])))
  await pay(buyer, cards.pays)
  await buyer.getByRole("link", { name: "Open files" }).waitFor()
  faults.push(...(await findAll(buyer, ["what was paid"])))
  await buyer.getByRole("link", { name: "Open files" }).click()
  await buyer.getByRole("link", { name: /^Download read/ }).waitFor()
  faults.push(...(await findAll(buyer, ["what was delivered"])))

  await signInByCode(studio, page, "ada@example.com")
  for (const [at, state] of inConsole.entries()) {
    await open(page, state, inConsole[at - 1])
    faults.push(...(await findAll(page, state)))
  }
  for (const at of [0, 1]) {
    await page.goto("/studio")
    await page.getByRole("banner").locator("summary").nth(at).click()
    faults.push(...(await findAll(page, [`menu ${at} of the bar`])))
  }
  await open(page, ["/studio/drive", ["row", /read-me-first/], ["button", "Share"]])
  const shared = String(await page.getByRole("dialog").locator("code").first().textContent())
  await page.goto("/studio")
  await page.keyboard.press("?")
  faults.push(...(await findAll(page, ["the keys"])))
  await buyer.goto(shared)
  faults.push(...(await findAll(buyer, ["what is shared"])))
  await open(page, [
    "/studio/docs",
    ["row", /./],
    ["button", "Doc menu"],
    ["menuitem", "Share"],
    ["button", "Create public link"],
  ])
  const publicDoc = String(await page.getByRole("dialog").locator("code").first().textContent())
  faults.push(...(await findAll(page, ["the public link of a doc"])))
  await buyer.goto(publicDoc)
  faults.push(...(await findAll(buyer, ["a public doc"])))
  assert.deepEqual(faults, [])
})
