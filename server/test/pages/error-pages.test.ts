import assert from "node:assert/strict"
import { test } from "node:test"
import { readSettings } from "#config/settings.ts"
import { clientId } from "#test/support/agents/connect.ts"
import { wordsOf } from "#test/support/pages/read-page.ts"
import { openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

test("404: a page has no hints for programs, and keeps the signed-in visitor's menu", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  const before = await browser.visit("/admin/nothing")
  assert.equal(before.status, 404)
  assert.doesNotMatch(before.text, /openapi/)
  assert.deepEqual(before.all("header form"), [])
  assert.ok(before.links.some(({ href, text }) => href === "/" && text === "Go to homepage"))

  await signIn(world, browser, "member@studio.example")
  const page = await browser.visit("/admin/nothing")
  assert.equal(page.status, 404)
  assert.match(page.all("header form").map(wordsOf).join(), /Sign out/)
  assert.ok(page.links.some(({ href, text }) => href === "/workspaces" && text === "Open workspace"))
})

test("404: a mistyped path of a workspace keeps the console around it; strangers get 403 and learn nothing", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  await signIn(world, browser, "member@studio.example")
  for (const path of [
    "/studio/lniks",
    "/studio/links/a/b",
    "/account/lniks",
    "/studio/docs/doc_none",
    "/studio/offers/offer_none",
  ]) {
    const page = await browser.visit(path)
    assert.equal(page.status, 404, path)
    assert.match(page.title, /^Page not found/)
    assert.ok(page.island, path)
  }
  assert.equal((await browser.visit("/studoi/links")).status, 403)
})

test("400: an invalid authorization request is refused on a normal error page", async (t) => {
  const world = await pageWorld(t)
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: "https://evil.example/" })
  const { status, headers, text, html } = await world.visit(`/oauth/authorize?${query}`)
  assert.equal(status, 400)
  assert.equal(headers.location, undefined)
  assert.match(text, /This app can’t be connected\..*no access was granted/)
  assert.match(text, /For developers: The redirect_uri https:\/\/evil\.example\/ is not registered\. Accepted: \S/)
  assert.match(html, /<link rel="stylesheet"/)
  assert.equal(headers["x-robots-tag"], "noindex")
})

test("200: that page's assets are on the authorization server's own host, too", async (t) => {
  const settings = { SVC_BASE_URL: "http://base.localhost", SVC_AUTH_URL: "http://auth.localhost" }
  const world = await pageWorld(t, settings, (app) => ({ ...app, addresses: readSettings(settings).addresses }))
  const host = { host: "auth.localhost" }
  const { status, html } = await world.visit("/oauth/authorize", host)
  assert.equal(status, 400)
  const [, style = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? []
  assert.equal((await world.visit(style, host)).status, 200)
})
