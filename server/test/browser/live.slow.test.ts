import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { until } from "#test/support/basics/until.ts"
import { cards, checkOut, pay } from "#test/support/browser/buyer.ts"
import { doBehind, joinStudio, streamsOf } from "#test/support/browser/console.ts"
import { exchangeCode, openLoopbackApp, pressSignOut, signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

test("a colleague's changes show in every tab, with one stream for all of them", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page: ada, context } = await studio.open()
  await signInByCode(studio, ada, "ada@example.com")
  await ada.goto("/account")
  const streams = streamsOf(ada)
  await ada.goto("/studio")
  const bo = await joinStudio(studio, ada, { email: "bo@example.com", role: "member" })
  const links = await context.newPage()
  await links.goto("/studio/links")

  await doBehind(bo, "create-tagged-link", { destination: "https://example.com/live", title: "A live link" })
  const row = links.getByRole("row", { name: /A live link/ })
  await row.and(links.locator("[data-new=true]")).waitFor() // it is marked when all reads are answered
  await links.getByRole("status").filter({ hasText: "Links: 1 new" }).waitFor({ state: "attached" })
  await ada.getByRole("link", { name: "A live link" }).waitFor()
  assert.equal(streams(), 1, "the other tab is notified by the first")

  await ada.close()
  await doBehind(bo, "create-tagged-link", { destination: "https://example.com/2", title: "Another one" })
  await links.getByRole("row", { name: /Another one/ }).waitFor()
  assert.equal(streams(), 2, "the tab that is left opens its own stream")
})

test("a tab with the stream that stops responding, like a sleeping one, loses it to one that is awake", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page: asleep, context } = await studio.open()
  await signInByCode(studio, asleep, "ada@example.com")
  await asleep.goto("/account")
  await asleep.evaluate(`new Promise((held) => {
    navigator.locks.request("live studio ada@example.com", () => (held(), new Promise(() => {}))).catch(() => {})
  })`)
  const awake = await context.newPage()
  const stream = awake.waitForRequest(/\/console\/live/)
  await awake.goto("/studio/docs")
  await stream
  await doBehind(awake, "create-doc", { title: "While one slept" })
  await awake.getByRole("row", { name: /While one slept/ }).waitFor()
})

test("a sale, a received file, and an agent's changes show in the overview as they arrive", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page: ada } = await studio.open()
  await signInByCode(studio, ada, "ada@example.com")
  await ada.goto("/studio")
  const region = (name: string) => ada.locator("section").filter({ has: ada.getByRole("heading", { name }) })

  const sold = region("Recent sales").getByRole("listitem")
  const before = await sold.count()
  const { page: buyer } = await studio.open()
  await checkOut(buyer, "/pay/demo", "cy@example.com")
  await pay(buyer, cards.pays)
  await sold.nth(before).waitFor()

  const { url } = await doBehind(ada, "create-upload-link", { maxFiles: 2 })
  const sent = await fetch(`${url}/from-a-client.txt`, { method: "PUT", body: "hello" })
  assert.ok(sent.ok)
  await region("Received files").getByRole("link", { name: "from-a-client.txt" }).waitFor()

  const app = await openLoopbackApp(t)
  const consent = await ada.context().newPage()
  await consent.goto(app.askPath)
  await consent.getByRole("button", { name: "Allow" }).click()
  const tokens = await exchangeCode(studio, String((await app.answer).get("code")), app.redirectUri)
  const params = { name: "create_link", arguments: { destination: "https://example.com/a", title: "By an agent" } }
  const headers = { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" }
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })
  assert.equal((await fetch(`${studio.baseUrl}/mcp`, { method: "POST", headers, body })).status, 200)
  await region("Apps and agents").getByRole("link", { name: "By an agent" }).waitFor()
})

test("a page follows changes again after the service was down", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page: ada } = await studio.open({ refusals: /\/console\/live|ERR_/ })
  await signInByCode(studio, ada, "ada@example.com")
  await ada.goto("/studio/docs")
  const bo = await joinStudio(studio, ada, { email: "bo@example.com", role: "member", refusals: /console\/live|ERR_/ })

  for (const title of ["Before it", "And after that"]) {
    await studio.restart()
    await doBehind(bo, "create-doc", { title })
    await ada.getByRole("row", { name: title }).waitFor()
  }
})

test("a page says that it may be out of date, until changes arrive again", { skip }, async (t) => {
  const studio = await studioInBrowser(t, {}, { hasProxy: true })
  const { page } = await studio.open({ refusals: /\/console\/live|ERR_/ })
  await signInByCode(studio, page, "ada@example.com")
  await page.clock.install()
  await page.goto("/studio/docs")
  const isOld = page.getByText("This page may be out of date")
  await studio.proxy?.refuse()
  await until(async () => {
    await page.clock.fastForward(10_000)
    return isOld.isVisible()
  })
  await studio.proxy?.listen()
  let isAsked = false
  page.on("request", (request) => {
    isAsked ||= request.url().includes("/console/live")
  })
  // Afterwards the clock would run ahead of the answer.
  await until(async () => {
    if (!isAsked) await page.clock.fastForward(10_000)
    return isAsked
  })
  await isOld.waitFor({ state: "detached" })
})

test("typed text stays while others change its object", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page: ada } = await studio.open({ refusals: /^404 POST/ })
  await signInByCode(studio, ada, "ada@example.com")
  await ada.goto("/studio")
  const bo = await joinStudio(studio, ada, { email: "bo@example.com", role: "member" })
  const made = { destination: "https://example.com/one", title: "One" }
  const { id } = await doBehind(bo, "create-tagged-link", made)
  await ada.goto(`/studio/links?open=${id}&show=edit`)
  const sheet = ada.getByRole("dialog")
  await sheet.getByLabel("Title").fill("What Ada calls it")

  const changed = { destination: "https://example.com/two", title: "What Bo calls it", tags: ["bo"] }
  await doBehind(bo, "edit-link-and-slug", { id, ...changed })
  await sheet.getByRole("heading", { name: "What Bo calls it" }).waitFor()
  assert.equal(await sheet.getByLabel("Title").inputValue(), "What Ada calls it")
  assert.equal(await sheet.getByLabel("Destination").inputValue(), "https://example.com/two", "it was not touched")
  await sheet.getByRole("button", { name: "Remove “bo”" }).waitFor()

  await doBehind(bo, "trash-link", { id })
  await ada.getByRole("row", { name: /What Bo calls it/ }).waitFor({ state: "detached" })
  assert.equal(await sheet.getByLabel("Title").inputValue(), "What Ada calls it")
  await sheet.getByRole("button", { name: "Save" }).click()
  await sheet.getByText(/Link not found/).waitFor()
})

test("an untouched choice follows others' changes, and a touched one stays", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page: ada, context } = await studio.open()
  await signInByCode(studio, ada, "ada@example.com")
  await ada.goto("/studio")
  await joinStudio(studio, ada, { email: "bo@example.com", role: "member" })
  const other = await context.newPage()
  await other.goto("/studio/team")
  await other.getByRole("row", { name: /bo@example/ }).click()
  const role = other.getByRole("dialog").getByLabel("Role")
  assert.equal(await role.inputValue(), "member")
  const accountId = await accountOf(ada, "bo@example.com")

  await doBehind(ada, "change-role", { accountId, role: "viewer" })
  await other.getByRole("row", { name: /bo@example.*Viewer/ }).waitFor()
  await until(async () => (await role.inputValue()) === "viewer")
  await role.selectOption("admin")
  await doBehind(ada, "change-role", { accountId, role: "member" })
  await other.getByRole("row", { name: /bo@example.*Member/ }).waitFor()
  assert.equal(await role.inputValue(), "admin")
})

test("a role that changes, a removal and a session that ends show at once", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const refusals = /^40[13] GET .*\/console\//
  const { page: ada } = await studio.open({ refusals })
  await signInByCode(studio, ada, "ada@example.com")
  await ada.goto("/studio")
  const bo = await joinStudio(studio, ada, { email: "bo@example.com", role: "member", refusals })
  const accountId = await accountOf(ada, "bo@example.com")

  await bo.goto("/studio/links")
  await doBehind(ada, "change-role", { accountId, role: "viewer" })
  await bo.getByText("Your role is now Viewer").waitFor()
  await bo.getByRole("button", { name: "Create link" }).waitFor({ state: "detached" })
  await doBehind(ada, "change-role", { accountId, role: "admin" })
  await bo.getByRole("button", { name: "Create link" }).waitFor()
  await bo.goto("/studio/gift-codes")
  await doBehind(ada, "change-role", { accountId, role: "member" })
  await bo.getByRole("heading", { name: "Only admins can open this page" }).waitFor()

  await doBehind(ada, "remove-member", { accountId })
  await bo.getByRole("heading", { name: "You are not a member of this workspace." }).waitFor()

  const other = await ada.context().newPage()
  await other.goto("/studio/links")
  await pressSignOut(ada)
  await other.getByRole("heading", { name: "You are signed out" }).waitFor()
})

/** The id of a member of the workspace, requested from another member's page. */
async function accountOf(page: Page, address: string): Promise<string> {
  const { items } = (await page.evaluate(
    `fetch("/console/list-members?workspace=studio").then((answer) => answer.json())`,
  )) as { items: { accountId: string; email: string }[] }
  const found = items.find(({ email }) => email === address)
  assert.ok(found)
  return found.accountId
}
