import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { until } from "#test/support/basics/until.ts"
import { joinStudio } from "#test/support/browser/console.ts"
import { asksBeforeLeaving, gateOf, openNewDoc, textOf, untilSaved } from "#test/support/browser/doc.ts"
import { accountMenu, pressSignOut, signInByCode } from "#test/support/browser/person.ts"
import { pressAndSave } from "#test/support/browser/press-and-save.ts"
import { withoutWaiting } from "#test/support/browser/ready.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

/** The names of the databases in which a browser stores docs. */
const keptIn = async (page: Page) =>
  (await page.evaluate(
    `indexedDB.databases().then((all) => all.map(({ name }) => name).filter((name) => name.startsWith("doc ")))`,
  )) as string[]

/** Opens a new doc, writes in it, and waits until it is stored. */
async function writeNewDoc(page: Page, words: string): Promise<void> {
  await openNewDoc(page, words)
  await page.keyboard.type(words)
  await untilSaved(page)
}

test("a browser deletes its stored docs when their person leaves", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const refusals = /^401 |^net::ERR_FAILED POST .*\/sign-out$/
  const { page, context } = await studio.open({ refusals })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio")
  const bo = await joinStudio(studio, page, { email: "bo@example.com", role: "member", refusals })

  await t.test("a person who signs out with unsent text is asked first, and keeps it by staying", async () => {
    let isCut = false
    await page.routeWebSocket(/docs-socket/, (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((message) => isCut || server.send(message))
    })
    await writeNewDoc(page, "Stored")
    isCut = true
    await page.keyboard.type(", and not")
    await page.getByText("Saving…").waitFor()
    const asked = page.waitForEvent("dialog")
    await withoutWaiting(page, () => pressSignOut(page))
    assert.match((await asked).message(), /aren't synced yet/)
    await (await asked).dismiss()
    assert.equal((await keptIn(page)).length, 1)
    isCut = false
    await page.reload()
    await untilSaved(page)
    assert.equal(await textOf(page).textContent(), "Stored, and not")
  })

  await t.test("they are deleted when another account signs in after a session that was not ended here", async () => {
    assert.equal((await keptIn(page)).length, 1)
    const cookies = await context.cookies()
    await page.goto("/terms")
    await context.clearCookies()
    await signInByCode(studio, page, "cy@example.com")
    await until(async () => (await keptIn(page)).length === 0)

    await page.goto("/account?panel=erase")
    await page.evaluate(`new Promise((made) => {
      indexedDB.open("doc " + document.documentElement.dataset.account + " doc_1").onsuccess = made
    }).then(({ target }) => target.result.close())`)
    await page.getByLabel("Type your email to confirm").fill("cy@example.com")
    await page.getByRole("button", { name: "Delete permanently" }).click()
    await page.waitForURL(`${studio.baseUrl}/`)
    assert.deepEqual(await keptIn(page), [], "and when that account is erased")
    await context.addCookies(cookies)
  })

  await t.test("they are deleted by a sign-out on a public page, though a doc is open in another tab", async () => {
    await writeNewDoc(page, "Open")
    const other = await context.newPage()
    await other.goto("/pay/demo")
    await pressSignOut(other)
    await other.waitForURL(`${studio.baseUrl}/`)
    assert.deepEqual(await keptIn(other), [])
    await page.getByText("You are signed out").waitFor()
    assert.deepEqual(await keptIn(page), [])
  })

  await t.test("a sign-out that does not reach the service says so, and the person stays signed in", async () => {
    await bo.goto("/studio")
    await bo.route("**/sign-out", (route) => route.abort())
    const told = bo.waitForEvent("dialog")
    await withoutWaiting(bo, () => pressSignOut(bo))
    assert.match((await told).message(), /You are still signed in/)
    await (await told).accept()
    await bo.unroute("**/sign-out")
    await bo.reload()
    await accountMenu(bo).waitFor()
  })

  await t.test("and they are deleted by a sign-out in the console", async () => {
    await writeNewDoc(bo, "Bo's")
    assert.equal((await keptIn(bo)).length, 1)
    await pressSignOut(bo)
    await bo.waitForURL(`${studio.baseUrl}/`)
    assert.deepEqual(await keptIn(bo), [])
  })
})

test("a sign-out deletes them in a browser that cannot list its databases (Firefox before 126)", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page, context } = await studio.open({ refusals: /^401 / })
  const other = await context.newPage()
  await page.addInitScript("delete IDBFactory.prototype.databases")
  await signInByCode(studio, page, "ada@example.com")
  await writeNewDoc(page, "Unlisted")
  await other.goto("/terms")
  assert.equal((await keptIn(other)).length, 1)
  await pressSignOut(page)
  await page.waitForURL(`${studio.baseUrl}/`)
  assert.deepEqual(await keptIn(other), [])
})

test("the form that erases an account names this browser's unsent text, and offers it for download", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page, context } = await studio.open({ refusals: /ERR_FAILED|^WebSocket connection/ })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/account?panel=erase")
  const form = page.getByRole("dialog", { name: "Delete account" })
  const notice = form.getByRole("status").filter({ hasText: "This browser has unsynced changes" })
  await form.getByLabel("Type your email to confirm").or(form.getByText("only owner")).first().waitFor()
  assert.equal(await notice.count(), 0, "nothing is held yet")
  const gate = await gateOf(context)
  await writeNewDoc(page, "Stored")
  gate.shut()
  await page.getByText("You're offline. Changes are saved in this browser.").waitFor()
  await page.keyboard.type(", and not")
  await until(async () => !(await asksBeforeLeaving(page)))
  await page.goto("/account?panel=erase")

  await notice.getByText("Deleting the account deletes them.").waitFor()
  await notice.getByRole("link", { name: "Stored" }).waitFor()
  const { bytes } = await pressAndSave(page, notice.getByRole("button", { name: "Download copy" }))
  assert.equal(bytes.toString(), "Stored, and not")
  gate.open()
  await page.evaluate(`dispatchEvent(new Event("online"))`)
  await notice.waitFor({ state: "detached" })
})
