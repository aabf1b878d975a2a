import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { until } from "#test/support/basics/until.ts"
import { doBehind, joinStudio } from "#test/support/browser/console.ts"
import { asksBeforeLeaving, gateOf, openNewDoc, textOf, untilSaved } from "#test/support/browser/doc.ts"
import { accountMenu, signInByCode } from "#test/support/browser/person.ts"
import { pressAndSave } from "#test/support/browser/press-and-save.ts"
import { withoutWaiting } from "#test/support/browser/ready.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

const saysOffline = (page: Page) => page.getByText("You're offline. Changes are saved in this browser.").waitFor()
const strip = (page: Page) => page.getByRole("status").filter({ hasText: /docs? with unsynced changes/ })

/** Opens a new doc, writes text that is stored, and then text that is not. Returns its path. */
async function writeUnsent(page: Page, gate: Awaited<ReturnType<typeof gateOf>>, title: string): Promise<string> {
  const path = await openNewDoc(page, title)
  await page.keyboard.type("Stored, ")
  await untilSaved(page)
  gate.shut()
  await saysOffline(page)
  await page.keyboard.type("and not.")
  await until(async () => !(await asksBeforeLeaving(page)))
  return path
}

test("text that the service does not have is neither forgotten nor deleted", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const refusals = /^40[134] |ERR_FAILED|^WebSocket connection/
  const { page: first, context } = await studio.open({ refusals })
  await signInByCode(studio, first, "ada@example.com")
  await first.goto("/studio")
  const bo = await joinStudio(studio, first, { email: "bo@example.com", role: "member", refusals })
  const gate = await gateOf(context)
  const newTab = async (path: string) => {
    const page = await context.newPage()
    await page.goto(path)
    return page
  }

  await t.test("a tab does not treat another tab's text as stored, and sends it when that tab is closed", async () => {
    const page = await newTab("/studio")
    let isCut = false
    await page.routeWebSocket(/docs-socket/, (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((message) => isCut || server.send(message))
    })
    const path = await openNewDoc(page, "Two tabs")
    await page.keyboard.type("Stored, ")
    await untilSaved(page)
    const other = await newTab(path)
    await untilSaved(other)
    isCut = true
    await page.keyboard.type("and not.")
    await other.getByText("Unsaved changes in another tab").waitFor()
    const asked = other.waitForEvent("dialog")
    await accountMenu(other).click()
    const signOut = other.getByRole("banner").getByRole("button", { name: "Sign out" })
    await withoutWaiting(other, () => signOut.click())
    assert.match((await asked).message(), /“Two tabs” aren't synced yet/)
    await (await asked).dismiss()
    assert.equal(await textOf(other).getByText("and not.").count(), 0)
    await page.close()
    await textOf(other).getByText("Stored, and not.").waitFor()
    await untilSaved(other)
    await other.close()
  })

  await t.test("any page sends it, and shows the doc's name until then", async () => {
    const page = await newTab("/studio")
    const path = await writeUnsent(page, gate, "Left")
    await page.close()
    await bo.goto(path)
    const other = await newTab("/studio/links")
    await strip(other).getByText("1 doc with unsynced changes").waitFor()
    await strip(other).getByRole("link", { name: "Left" }).waitFor()
    gate.open()
    await other.evaluate(`dispatchEvent(new Event("online"))`)
    await textOf(bo).getByText("Stored, and not.").waitFor()
    await strip(other).waitFor({ state: "detached" })
    await other.close()
  })

  await t.test(
    "another account's sign-in deletes nothing, and any page sends it once its writer has signed in",
    async () => {
      const page = await newTab("/studio")
      const path = await writeUnsent(page, gate, "Another account")
      await page.close()
      const other = await newTab("/terms")
      const cookies = await context.cookies()
      await context.clearCookies()
      await signInByCode(studio, other, "cy@example.com")
      await other.goto("/account")
      assert.equal(await strip(other).count(), 0)
      gate.open()
      await context.clearCookies()
      await context.addCookies(cookies)
      await other.goto("/terms")
      await bo.goto(path)
      await textOf(bo).getByText("Stored, and not.").waitFor()
      await other.close()
    },
  )

  await t.test("a title that is typed while the service is down is sent later, but never over another's", async () => {
    const page = await newTab("/studio")
    const path = await openNewDoc(page, "Before")
    await page.route(/rename-doc/, (route) => route.abort())
    const title = page.getByRole("textbox", { name: "Title" })
    await title.fill("Typed away")
    await title.press("Enter")
    await page.getByText("The server can’t be reached.").waitFor()
    await page.reload()
    await until(async () => (await titleOf(page)) === "Typed away")
    await page.unroute(/rename-doc/)
    await page.evaluate(`dispatchEvent(new Event("online"))`)
    await bo.goto(path)
    await until(async () => (await titleOf(bo)) === "Typed away")

    await page.route(/rename-doc/, (route) => route.abort())
    await title.fill("Mine")
    await title.press("Enter")
    await page.getByText("The server can’t be reached.").first().waitFor()
    await doBehind(bo, "rename-doc", { id: path.split("/").at(-1), title: "Theirs", emoji: null })
    await page.unroute(/rename-doc/)
    await page.evaluate(`dispatchEvent(new Event("online"))`)
    await strip(page).getByText("Someone else renamed it.").waitFor()
    await until(async () => (await titleOf(bo)) === "Theirs")
    await strip(page).getByRole("button", { name: "Rename doc" }).click()
    await until(async () => (await titleOf(bo)) === "Mine")
    await page.close()
  })

  await t.test("a writer who may only read by then can save it as a file, or discard it", async () => {
    const boGate = await gateOf(bo.context())
    const path = await writeUnsent(bo, boGate, "Only read")
    await setRole(first, "bo@example.com", "viewer")
    await bo.goto("/studio/links")
    boGate.open()
    await bo.evaluate(`dispatchEvent(new Event("online"))`)
    await strip(bo).getByText("You can only view it now.").waitFor()
    await bo.goto(path)
    await strip(bo).getByText("You can only view it now.").waitFor()
    await bo.getByRole("article", { name: /^Text of/ }).waitFor()
    const { bytes } = await pressAndSave(bo, strip(bo).getByRole("button", { name: "Download copy" }))
    assert.equal(bytes.toString(), "Stored, and not.")
    bo.once("dialog", (dialog) => dialog.accept())
    await strip(bo).getByRole("button", { name: "Discard changes" }).click()
    await strip(bo).waitFor({ state: "detached" })
    assert.equal((await bo.getByRole("article", { name: /^Text of/ }).textContent())?.trim(), "Stored,")
  })

  await t.test("text that the browser cannot store is not shown as kept, and leaving the page asks", async () => {
    const page = await context.newPage()
    await page.addInitScript(`{
      const { add } = IDBObjectStore.prototype
      IDBObjectStore.prototype.add = function (...row) {
        const request = add.apply(this, row)
        if (window.isFull) this.transaction.abort()
        return request
      }
      navigator.storage.persist = async () => (window.hasAsked = true)
    }`)
    await page.goto("/studio")
    await writeUnsent(page, gate, "Full")
    assert.equal(await page.evaluate("window.hasAsked"), true)
    await page.evaluate("window.isFull = true")
    await page.keyboard.type(" Lost?")
    await page.getByText("You're offline. Keep this page open to save changes.").waitFor()
    assert.equal(await asksBeforeLeaving(page), true)
    await page.evaluate("window.isFull = false")
    await page.keyboard.type(" No.")
    await saysOffline(page)
    await page.reload()
    await textOf(page).getByText("Stored, and not. Lost? No.").waitFor()
    gate.open()
    await untilSaved(page)
    await page.close()
  })
})

const titleOf = (page: Page) => page.getByRole("textbox", { name: "Title" }).inputValue()

async function setRole(page: Page, email: string, role: string): Promise<void> {
  const { items } = (await page.evaluate(
    `fetch("/console/list-members?workspace=studio").then((answer) => answer.json())`,
  )) as { items: { accountId: string; email: string }[] }
  await doBehind(page, "change-role", { accountId: items.find((one) => one.email === email)?.accountId, role })
}
