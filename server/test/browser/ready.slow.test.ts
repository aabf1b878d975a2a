import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { doBehind } from "#test/support/browser/console.ts"
import { untilReady, withoutWaiting } from "#test/support/browser/ready.ts"
import { noBrowser as skip } from "#test/support/browser/studio.ts"
import { studioOfFile } from "#test/support/browser/studio-of-file.ts"

const studio = studioOfFile()

const busyWith = (page: Page) => page.evaluate<string | undefined>("document.documentElement.dataset.busy")

/** Stops requests to a URL. Returns the function that lets them pass. */
async function hold(page: Page, url: RegExp): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, (route) => held.then(() => route.continue()))
  return release
}

/** Acts while requests to `url` are stopped, and lets them pass. Returns what the page was busy with until then. */
async function busyDuring(page: Page, url: RegExp, act: () => Promise<unknown>): Promise<string | undefined> {
  const release = await hold(page, url)
  const asked = page.waitForRequest(url)
  const busy = await withoutWaiting(page, async () => {
    await act()
    await asked
    return busyWith(page)
  })
  release()
  await untilReady(page)
  assert.equal(await busyWith(page), undefined)
  return busy
}

test("the console says what it is busy with, and has drawn it when it is ready", { skip }, async (t) => {
  const page = await (await studio()).openAsOwner(t)
  const open = () => page.goto("/studio", { waitUntil: "commit" })
  assert.equal(await busyDuring(page, /assets\/entry-/, open), "scripts")
  assert.ok(await page.getByRole("figure").first().isVisible())

  const docs = page.getByRole("link", { name: "Docs", exact: true })
  assert.equal(await busyDuring(page, /console\/browse-docs/, () => docs.click()), "route")
  const star = page.getByRole("row", { name: /Launch plan/ }).getByRole("button", { name: /^Star/ })
  assert.ok(await star.isVisible())

  assert.equal(await busyDuring(page, /console\/star-doc/, () => star.click()), "writes")
  assert.equal(await star.getAttribute("aria-pressed"), "true")

  assert.equal(await busyDuring(page, /assets\/palette-/, () => page.keyboard.press("Control+k")), "parts")
  const search = page.getByRole("combobox", { name: "Search or jump to" })
  assert.ok(await search.isVisible())
  assert.equal(await busyDuring(page, /console\/search-doc-text/, () => search.fill("Ideas")), "reads")
  assert.ok(await page.getByRole("option", { name: /Ideas for the next palette/ }).isVisible())
})

test("a doc is ready when its text can be written", { skip }, async (t) => {
  const page = await (await studio()).openAsOwner(t)
  await page.goto("/studio/docs")
  const { id } = await doBehind(page, "create-doc", { title: "Ready" })
  const open = () => page.goto(`/studio/docs/${id}`)
  assert.equal(await busyDuring(page, /assets\/editor-pane-/, open), "parts")
  assert.equal(await page.getByRole("textbox", { name: /^Text of/ }).getAttribute("contenteditable"), "true")
})

test("a public page says what it is busy with, and has drawn it when it is ready", { skip }, async (t) => {
  const { page, context } = await (await studio()).open()
  t.after(() => context.close())
  const open = () => page.goto("/pay/demo", { waitUntil: "commit" })
  assert.equal(await busyDuring(page, /assets\/island-/, open), "scripts")
  await page.getByLabel("Email").fill("bo@example.com")
  const next = page.getByRole("button", { name: "Continue to payment" })
  assert.equal(await busyDuring(page, /\/checkout$/, () => next.click()), "writes")
  assert.ok(await page.getByLabel("Card number").isVisible(), "the payment form is loaded, too")

  await page.goto("/sign-in")
  await page.getByLabel("Email").fill("bo@example.com")
  const busy = await page.evaluate(`{
    document.querySelector("[name=email]").form.requestSubmit()
    document.documentElement.dataset.busy
  }`)
  assert.equal(busy, "writes")
  await untilReady(page)
  assert.ok(await page.getByRole("textbox", { name: "Code" }).isVisible())
})

test("a page that does not become ready fails what waits for it, with the reason", { skip }, async (t) => {
  const page = await (await studio()).openAsOwner(t)
  await page.goto("/studio")
  const release = await hold(page, /console\/browse-docs/)
  await withoutWaiting(page, () => page.getByRole("link", { name: "Docs", exact: true }).click())
  await assert.rejects(untilReady(page, 200), /not ready after 200 ms: http.*\/studio\/docs is busy with route/)
  release()
  await untilReady(page)
})
