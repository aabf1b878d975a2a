import assert from "node:assert/strict"
import { test } from "node:test"
import { consoleOf, firstOf } from "#test/support/console-world.ts"
import { pageWorld } from "#test/support/page-world.ts"
import { openBrowser, signIn } from "#test/support/people.ts"

test("a person downloads what is kept about them, and nobody else does", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  await signIn(world, browser, "bo@example.com")
  const href = "/account/data.json"

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

test("an account is erased once its address is typed, as its page said, and its browsers are signed out", async (t) => {
  const world = await pageWorld(t)
  const [here, there] = [openBrowser(world), openBrowser(world)]
  for (const browser of [here, there]) await signIn(world, browser, "bo@example.com")
  const { ask } = consoleOf(world)
  const workspace = { name: "Ink", slug: "ink-co" }
  await here.send((await here.visit("/workspaces/new")).form("Make the workspace"), workspace)
  const before = firstOf(await here.visit("/account?panel=erase"), "get-erasure")
  assert.deepEqual(before, { workspaces: [{ ...workspace, fate: "closed" }] })

  const refused = await ask(here, "erase-account", { email: "someone@example.com" })
  assert.deepEqual([refused.status, refused.body.error.field], [400, "email"])
  assert.match(refused.body.error.message, /not the address of your account/)
  const done = await ask(here, "erase-account", { email: "bo@example.com" })

  assert.deepEqual([done.status, done.body], [200, { closedWorkspaces: 1 }])
  for (const browser of [here, there]) assert.equal((await browser.visit("/account")).status, 303)
  await signIn(world, here, "bo@example.com")
  const { workspaces } = firstOf(await here.visit("/account"), "list-workspaces")
  assert.deepEqual(workspaces, [], "who comes back begins anew")
})
