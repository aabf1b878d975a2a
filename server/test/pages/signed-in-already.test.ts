import assert from "node:assert/strict"
import { test } from "node:test"
import { openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

test("303: the sign-in page redirects a signed-in visitor, and never to another site", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  await signIn(world, browser, "member@studio.example")
  for (const [path, location] of [
    ["/sign-in", "/workspaces"],
    ["/sign-in?return_to=%2Fstudio%2Flinks%3Fq%3Da", "/studio/links?q=a"],
    ["/sign-in?return_to=%2F%2Fevil.example", "/workspaces"],
  ] as const) {
    const answer = await browser.visit(path)
    assert.equal(answer.status, 303, path)
    assert.equal(answer.headers.location, location)
  }
})

test("200: the sign-in page is shown to a visitor who wants to use another account", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  await signIn(world, browser, "member@studio.example")
  const page = await browser.visit("/sign-in?return_to=%2Fconsent%2Fx&another=")
  assert.equal(page.status, 200)
  assert.equal(page.form("Email me a code").fields.return_to, "/consent/x")
})
