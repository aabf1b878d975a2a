import assert from "node:assert/strict"
import { test } from "node:test"
import { pageWorld } from "#test/support/page-world.ts"
import { openBrowser, signIn } from "#test/support/people.ts"

test("a person downloads what is kept about them, and nobody else does", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  await signIn(world, browser, "bo@example.com")
  const { href = "" } = (await browser.visit("/account")).links.find(({ text }) => text === "Download your data") ?? {}

  const answer = await browser.visit(href)

  assert.equal(answer.status, 200)
  assert.match(String(answer.headers["content-disposition"]), /^attachment; filename="account-data.json"$/)
  assert.equal(answer.headers["cache-control"], "no-store")
  const kept = JSON.parse(answer.html)
  assert.equal(kept.email, "bo@example.com")
  assert.deepEqual([kept.sessions.length, kept.passkeys, kept.connections, kept.purchases], [1, [], [], []])
  const stranger = await openBrowser(world).visit(href)
  assert.equal(stranger.status, 303)
  assert.match(String(stranger.headers.location), /^\/sign-in\?return_to=%2Faccount%2Fdata\.json$/)
})

test("an account is erased from its page once its address is typed, and its browser is signed out", async (t) => {
  const world = await pageWorld(t)
  const [here, there] = [openBrowser(world), openBrowser(world)]
  for (const browser of [here, there]) await signIn(world, browser, "bo@example.com")
  const erase = (await here.visit("/account")).form("Erase this account for good")
  assert.equal(erase.fields.email, "", "the address is typed")

  const refused = await here.send(erase, { email: "someone@example.com" })
  assert.equal(refused.status, 400)
  assert.match(refused.refusal, /not the address of your account/)
  const done = await here.send(erase, { email: "bo@example.com" })

  assert.deepEqual([done.status, done.headers.location], [303, "/"])
  for (const browser of [here, there]) assert.equal((await browser.visit("/account")).status, 303)
  await signIn(world, here, "bo@example.com")
  const { rows, text } = (await here.visit("/account")).section("Workspaces")
  assert.deepEqual(rows, [], "who comes back begins anew")
  assert.match(text, /You belong to none yet/)
})
