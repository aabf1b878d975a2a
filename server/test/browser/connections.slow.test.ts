import assert from "node:assert/strict"
import { createServer } from "node:http"
import { type TestContext, test } from "node:test"
import { skipWithout } from "#test/support/browser/engines.ts"
import { firefoxAt, noFirefox } from "#test/support/browser/firefox.ts"
import {
  askPathOf,
  assertAccessible,
  callTool,
  exchangeCode,
  openLoopbackApp,
  signInByCode,
} from "#test/support/browser/person.ts"
import { codeFor } from "#test/support/browser/sign-in-without-scripts.ts"
import { browserAt, noBrowser, serveStudio, studioInBrowser } from "#test/support/browser/studio.ts"
import { listen } from "#test/support/http/listen.ts"

const skip = noBrowser ?? false

test("an app on this computer asks, is allowed, is listed under connected apps, and is ended there", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  const { askPath, answer, redirectUri } = await openLoopbackApp(t)
  await page.goto(askPath)
  await page.getByText("Sign in to connect the app.").waitFor()
  await signInByCode(studio, page, "ada@example.com")

  await page.getByText("This app runs on your computer").waitFor()
  await page.getByText(new URL(redirectUri).host).waitFor()
  await assertAccessible(page)
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(`${redirectUri}**`)
  const { code, state, iss } = Object.fromEntries(await answer)
  assert.deepEqual({ hasCode: Boolean(code), state, iss }, { hasCode: true, state: "a state", iss: studio.baseUrl })
  const { access_token } = await exchangeCode(studio, String(code), redirectUri)
  await fetch(`${studio.baseUrl}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${access_token}` },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "ada-agent", version: "3.1" } },
    }),
  })

  await page.goto("/account/connections")
  await page.getByText("ada-agent 3.1").waitFor()
  await page.getByRole("link", { name: "View activity" }).click()
  await page.getByText("Connected by you").waitFor()
  await page.getByRole("heading", { name: "Your agent activity" }).waitFor()
  await assertAccessible(page)
  await page.getByRole("link", { name: "All connected apps" }).click()
  const end = page.getByRole("button", { name: "Disconnect app" })
  assert.equal(await end.isVisible(), false)
  await page.locator("main summary").click()
  await end.click()
  await page.getByText("Disconnected by you.").waitFor()
  await assertAccessible(page)
})

test("a denied app gets the refusal, and nothing is connected", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  const { askPath, answer, redirectUri } = await openLoopbackApp(t)
  await signInByCode(studio, page, "ada@example.com")
  await page.goto(askPath)
  await page.getByRole("radio", { name: "Only Studio Ada" }).focus()
  await page.keyboard.press("Enter")
  await page.waitForURL(`${redirectUri}**`)
  assert.equal((await answer).get("error"), "access_denied", "Enter in a field never allows")

  await page.goto("/account/connections")
  await page.getByText("No connected apps yet").waitFor()
})

test("without JavaScript an app is allowed", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ javaScriptEnabled: false })
  const { askPath, answer, redirectUri } = await openLoopbackApp(t)
  await page.goto(askPath)
  await signInByCode(studio, page, "ada@example.com")
  await page.getByRole("radio", { name: "Studio Ada" }).check()
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(`${redirectUri}**`)
  await exchangeCode(studio, String((await answer).get("code")), redirectUri)
})

test("an app with a scheme of its own gets its answer by the page and by the page’s link", { skip }, async (t) => {
  const callback = "atelier-test-app://callback"
  const studio = await studioInBrowser(t, { SVC_OAUTH_CALLBACKS: callback })
  const { page } = await studio.open({ refusals: /atelier-test-app:/ })
  await signInByCode(studio, page, "ada@example.com")
  const followed = page.waitForEvent("request", (request) => request.url().startsWith(callback))
  await page.goto(askPathOf(callback))
  await page.getByRole("button", { name: "Allow" }).click()
  const address = (await followed).url()
  await page.getByRole("heading", { name: "Access allowed" }).waitFor()
  const link = page.getByRole("link", { name: `Continue to ${callback}` })
  assert.equal(await link.getAttribute("href"), address)
  await assertAccessible(page)
  await exchangeCode(studio, new URL(address).searchParams.get("code") ?? "", callback)
  await page.reload()
  await page.getByRole("heading", { name: "Connected" }).waitFor()
  await assertAccessible(page)
})

for (const [name, openAt] of [
  ["Chromium", browserAt],
  ["Firefox", firefoxAt],
] as const) {
  test(`a page that opens the sign-in in a popup sees it open, and hears from its callback (${name})`, {
    skip: name === "Firefox" ? skipWithout(noFirefox) : skip,
  }, async (t) => {
    const studio = await serveStudio(t, {})
    const app = await openPopupApp(t)
    const { page } = await (await openAt(t, studio.baseUrl))({})
    await page.goto(app.page(new URL(askPathOf(app.redirectUri), studio.baseUrl)))
    const opened = page.waitForEvent("popup")
    await page.getByRole("button", { name: "Connect" }).click()
    const popup = await opened
    const isClosed = () => page.evaluate("popup.closed")
    await popup.getByLabel("Email").fill("new@example.com")
    await popup.getByRole("button", { name: "Email me a code" }).click()
    await popup.getByRole("textbox", { name: "Code" }).fill(await codeFor(studio, "new@example.com"))
    await popup.getByRole("button", { name: "Sign in", exact: true }).click()
    assert.equal(await isClosed(), false, "after the sign-in")
    await popup.getByRole("link", { name: "Create workspace" }).click()
    await popup.getByLabel("Name").fill("Popup Studio")
    await popup.getByText(/ is available$/).waitFor()
    assert.equal(await isClosed(), false, "while a workspace is made")
    await popup.getByRole("button", { name: "Create workspace" }).click()
    await popup.getByRole("button", { name: "Allow" }).click()
    await page.getByText(/^heard svc_code_/).waitFor()
    assert.equal(await isClosed(), false, "at the callback")
  })
}

test("a person without a workspace makes one on the way, and an unticked permission is not in the token", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  const { askPath, answer, redirectUri } = await openLoopbackApp(t)
  await page.goto(askPath)
  await signInByCode(studio, page, "bo@example.com")
  assert.equal(await page.getByRole("button", { name: "Allow" }).count(), 0)
  await page.getByRole("link", { name: "Create workspace" }).click()
  await page.getByLabel("Name").fill("Bo’s Ink")
  await page.getByRole("button", { name: "Create workspace" }).click()

  await page.getByRole("radio", { name: "Only Bo’s Ink" }).check()
  await page.getByRole("checkbox", { name: "Create and edit short links" }).uncheck()
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(`${redirectUri}**`)
  const tokens = await exchangeCode(studio, String((await answer).get("code")), redirectUri)

  assert.equal(tokens.scope, "links:read")
  assert.equal(await callTool(studio, "list_links", tokens.access_token), 200)
  assert.equal(await callTool(studio, "create_link", tokens.access_token), 403)
  await page.goto("/account/connections")
  await page.locator("main summary").click()
  await page.getByRole("button", { name: "Disconnect app" }).click()
  await page.getByText("Disconnected by you.").waitFor()
  assert.equal(await callTool(studio, "list_links", tokens.access_token), 401)
})

test("the owner ends a member’s app and then removes the member: the next request of each is refused", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page: ada } = await studio.open()
  const { page: bo } = await studio.open({ refusals: /^403 GET .*\/console\// })
  await signInByCode(studio, ada, "ada@example.com")
  await ada.goto("/studio/team?new=1")
  await ada.getByLabel("Email").fill("bo@example.com")
  await ada.getByRole("button", { name: "Send invite" }).click()
  await bo.goto(String(/http:\S+\/invitations\/\S+/.exec(await studio.mailTo("bo@example.com"))?.[0]))
  await bo.getByRole("link", { name: "Sign in to join" }).click()
  await signInByCode(studio, bo, "bo@example.com")
  await bo.getByRole("button", { name: "Join workspace" }).click()
  const { askPath, answer, redirectUri } = await openLoopbackApp(t)
  await bo.goto(askPath)
  await bo.getByRole("button", { name: "Allow" }).click()
  await bo.waitForURL(`${redirectUri}**`)
  const { access_token } = await exchangeCode(studio, String((await answer).get("code")), redirectUri)
  assert.equal(await callTool(studio, "list_links", access_token), 200)

  await ada.goto("/studio/settings/connected-apps")
  await ada.locator("main summary", { hasText: "Disconnect" }).click()
  await ada.getByRole("button", { name: "Disconnect app" }).click()
  await ada.getByText("App disconnected").waitFor()
  assert.equal(await callTool(studio, "list_links", access_token), 401)

  await bo.goto("/studio/links")
  await bo.getByRole("row", { name: /GIMP/ }).waitFor()
  await ada.goto("/studio/team")
  await ada.getByRole("row", { name: /bo@example\.com/ }).click()
  await ada.locator("summary", { hasText: "Remove" }).click()
  await ada.getByRole("button", { name: "Remove member" }).click()
  await ada.getByText("bo@example.com removed").waitFor()
  await bo.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Drive" }).click()
  await bo.getByRole("heading", { name: "You are not a member of this workspace." }).waitFor()
  assert.equal(await bo.getByRole("row").count(), 0)
})

test("the pages of a person are accessible on a phone and on a desktop, light and dark", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page, context } = await studio.open()
  const { askPath } = await openLoopbackApp(t)
  await page.goto("/sign-in")
  await assertAccessible(page)
  await signInByCode(studio, page, "ada@example.com")
  const one = await context.newPage()
  for (const width of [320, 1280]) {
    await one.setViewportSize({ width, height: 800 })
    for (const path of ["/", "/workspaces/new", askPath, "/mailbox"]) {
      await one.goto(path)
      await assertAccessible(one)
    }
  }
})

/** A web app that opens the sign-in in a popup, and whose callback tells the page that opened it its code. */
async function openPopupApp(t: TestContext) {
  const server = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost")
    const opens = `<button onclick='window.popup = window.open(${JSON.stringify(searchParams.get("opens"))})'>Connect</button><p></p>
      <script>onmessage = ({ data }) => { document.querySelector("p").textContent = "heard " + data }</script>`
    const tells = `<script>opener.postMessage(new URLSearchParams(location.search).get("code"), "*")</script>`
    reply.writeHead(200, { "content-type": "text/html" })
    reply.end(`<!doctype html><link rel="icon" href="data:,">${pathname === "/callback" ? tells : opens}`)
  })
  const origin = `http://127.0.0.1:${await listen(t, server)}`
  const page = (opens: URL) => `${origin}/?${new URLSearchParams({ opens: opens.href })}`
  return { page, redirectUri: `${origin}/callback` }
}
