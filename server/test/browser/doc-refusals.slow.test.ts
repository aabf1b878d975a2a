import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page, WebSocketRoute } from "playwright-core"
import { until } from "#test/support/basics/until.ts"
import { openNewDoc, textOf, untilSaved } from "#test/support/browser/doc.ts"
import { signInByCode } from "#test/support/browser/person.ts"
import { pressAndSave } from "#test/support/browser/press-and-save.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

const refusals = [
  [4420, "You have too many docs open"],
  [4423, "Too many people have this doc open"],
  [4429, "Too many changes at once"],
  [4426, "This doc was saved by a newer version"],
  [4507, "Storage is full"],
  [1011, "Changes can't be saved right now"],
] as const

/** Presses "Try again" once `allow` has ended the refusals. The page's clock rests, so that it does not try earlier. */
async function tryAgain(page: Page, allow: () => unknown): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + 10_000)
  await allow()
  await page.getByRole("button", { name: "Try again" }).click()
  await page.clock.resume()
}

test("each refusal of a socket has a message and a next step, and silence is shown as offline", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ refusals: /^WebSocket connection/ })
  await signInByCode(studio, page, "ada@example.com")
  let code = 0
  let isSilent = false
  await page.routeWebSocket(/docs-socket/, (socket) => {
    if (code > 0) return void socket.close({ code })
    const server = socket.connectToServer()
    server.onMessage((message) => isSilent || socket.send(message))
  })
  await page.clock.install()
  const path = await openNewDoc(page, "Refused")
  await untilSaved(page)

  for (const [refusal, words] of refusals) {
    code = refusal
    await page.goto(path)
    await page.getByText(words, { exact: true }).waitFor()
    await tryAgain(page, () => {
      code = 0
    })
    await untilSaved(page)
    await page.getByText(words, { exact: true }).waitFor({ state: "detached" })
  }

  isSilent = true
  await page.clock.runFor(9_500)
  await page.getByText(/^You're offline/).waitFor()
  isSilent = false
  await page.clock.runFor(10_000)
  await untilSaved(page)
})

test("text that a full workspace refuses stays in the browser, is a file, and is sent later", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ refusals: /^WebSocket connection/ })
  await signInByCode(studio, page, "ada@example.com")
  let isFull = false
  await page.routeWebSocket(/docs-socket/, (socket) => {
    if (isFull) return void socket.close({ code: 4507 })
    const server = socket.connectToServer()
    server.onMessage((message) => (isFull ? void socket.close({ code: 4507 }) : socket.send(message)))
  })
  const path = await openNewDoc(page, "Full")
  await untilSaved(page)

  isFull = true
  await textOf(page).pressSequentially("typed while it is full")
  const first = { timeout: 15_000 } // before the next attempt
  await page.getByText("Storage is full", { exact: true }).waitFor(first)
  const { bytes } = await pressAndSave(page, page.getByRole("button", { name: "Download copy" }))
  assert.match(bytes.toString(), /typed while it is full/)
  assert.equal(await page.getByRole("link", { name: "Open drive" }).getAttribute("href"), "/studio/drive")

  await page.goto("/studio/docs")
  await page.getByText(/Storage is full\. Free up space to sync\./).waitFor()
  isFull = false
  await page.goto(path)
  await untilSaved(page)
  await page.getByText("typed while it is full").waitFor()
})

/** Makes the service end sockets of docs with a code, this many times. */
async function enderOf(page: Page) {
  const open = new Set<WebSocketRoute>()
  let next = { code: 0, times: 0 }
  const end = (socket: WebSocketRoute) => {
    next = { ...next, times: next.times - 1 }
    open.delete(socket)
    return socket.close({ code: next.code })
  }
  await page.routeWebSocket(/docs-socket/, (socket) => {
    if (next.times > 0) return void end(socket)
    open.add(socket)
    const server = socket.connectToServer()
    socket.onClose(() => server.close())
  })
  return {
    /** Also ends the open ones. */
    async end(code: number, times = Number.POSITIVE_INFINITY) {
      next = { code, times }
      for (const socket of open) await end(socket)
    },
    isDone: () => next.times === 0,
  }
}

test("each obstacle to a connection has a message, and refusals are counted since the last success", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ refusals: /^WebSocket connection|503|429/ })
  await signInByCode(studio, page, "ada@example.com")
  const ender = await enderOf(page)
  await page.clock.install()
  await openNewDoc(page, "Refused")
  await untilSaved(page)
  const isShown = (words: string) => page.getByText(words, { exact: true }).isVisible()
  /** Advances the page's clock until it shows this text. */
  const waitFor = (words: string) =>
    until(async () => {
      await page.clock.runFor(2_000)
      return isShown(words)
    }, 25_000)

  await t.test("too large, after three refusals in a row with no success between", async () => {
    const words = "Your changes are too large to save"
    for (let round = 0; round < 2; round += 1) {
      await ender.end(1009, 2)
      await until(async () => ender.isDone(), 25_000)
      await untilSaved(page)
      assert.equal(await isShown(words), false)
    }
    await ender.end(1009, 3)
    await page.getByText(words, { exact: true }).waitFor()
    await page.getByRole("button", { name: "Try again" }).click()
    await untilSaved(page)
  })

  for (const status of [429, 503]) {
    await t.test(`too many requests, when the service answers ${status}`, async () => {
      await page.route(/console\/(get-doc|list-members)\?/, (route) => route.fulfill({ status, json: { error: {} } }))
      await ender.end(1006)
      await waitFor("Too many requests from your network")
      await page.unrouteAll()
      await tryAgain(page, () => ender.end(0, 0))
      await untilSaved(page)
    })
  }

  await t.test("no WebSocket, when the service answers all other requests", async () => {
    await ender.end(1006)
    await waitFor("Your network blocks WebSockets")
    await textOf(page).pressSequentially("Typed meanwhile.")
    await page.getByRole("button", { name: "Copy text" }).waitFor()
    await tryAgain(page, () => ender.end(0, 0))
    await untilSaved(page)
  })
})
