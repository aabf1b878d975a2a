import assert from "node:assert/strict"
import { test } from "node:test"
import { pageWorld } from "#test/support/page-world.ts"
import { openBrowser, signIn } from "#test/support/people.ts"

test("a person downloads what is kept about them, and nobody else does", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  await signIn(world, browser, "bo@example.com")
  const { data } = await browser.visit("/account")

  const answer = await browser.visit(data.dataPath)

  assert.equal(answer.status, 200)
  assert.match(String(answer.headers["content-disposition"]), /^attachment; filename="account-data.json"$/)
  assert.equal(answer.headers["cache-control"], "no-store")
  const kept = JSON.parse(answer.html)
  assert.equal(kept.email, "bo@example.com")
  assert.deepEqual([kept.sessions.length, kept.passkeys, kept.connections, kept.purchases], [1, [], [], []])
  const stranger = await openBrowser(world).visit(data.dataPath)
  assert.equal(stranger.status, 303)
  assert.match(String(stranger.headers.location), /^\/sign-in\?return_to=%2Faccount%2Fdata\.json$/)
})

test("an account is erased from its page once its address is typed, and its browser is signed out", async (t) => {
  const world = await pageWorld(t)
  const [here, there] = [openBrowser(world), openBrowser(world)]
  for (const browser of [here, there]) await signIn(world, browser, "bo@example.com")
  const { erase } = (await here.visit("/account")).data

  const refused = await here.send(erase, { email: "someone@example.com" })
  assert.equal(refused.status, 400)
  assert.match(refused.data.refusal.message, /not the address of your account/)
  const done = await here.send(erase, { email: "bo@example.com" })

  assert.deepEqual([done.status, done.headers.location], [303, "/"])
  for (const browser of [here, there]) assert.equal((await browser.visit("/account")).status, 303)
  await signIn(world, here, "bo@example.com")
  assert.deepEqual((await here.visit("/account")).data.workspaces, [], "who comes back begins anew")
})
