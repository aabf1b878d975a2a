import assert from "node:assert/strict"
import { test } from "node:test"
import { notify } from "#domains/notifications/index.ts"
import { consoleOf, firstOf } from "#test/support/console-world.ts"
import { pageWorld } from "#test/support/page-world.ts"
import { openBrowser, signIn } from "#test/support/people.ts"
import { valuesOf } from "#test/support/values-of.ts"

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

test("the file has what a person was told, how they chose to be, and which browsers show it: no address of these", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  await signIn(world, browser, "member@studio.example")
  const { accountId: account_id } = world.callers.member as { accountId: string }
  const { workspaceId, app } = world
  const { ask } = consoleOf(world)
  await ask(browser, "choose-notification", { kind: "sales", channel: "mail", isOn: true })
  const named = { words: ["Launch plan"], thing: "doc_1", about: "doc_1", named: [account_id] }
  await world.cx.atomically((cx) => notify(cx, { workspaceId, what: "mentioned", ...named }))
  const { id: session_id } = await app.database.read.selectFrom("sessions").select("id").executeTakeFirstOrThrow()
  const target = { endpoint_hash: "hash of it", target_sealed: "sealed target", failing_since: null }
  const row = { id: "push_1", account_id, session_id, created_at: app.now(), ...target }
  await app.database.transaction((db) => db.insertInto("push_subscriptions").values(row).execute())

  await ask(browser, "ask-assistant", { text: "Which links are there?" })

  const { html } = await browser.visit("/account/data.json")

  const [studio] = JSON.parse(html).workspaces
  assert.deepEqual(valuesOf(studio.assistant.conversations, "title"), ["Which links are there?"])
  assert.match(JSON.stringify(studio.assistant.conversations[0].messages[0].parts), /Which links are there/)
  const { lines, settings, browsers } = JSON.parse(html).notifications
  assert.deepEqual(valuesOf(lines, "sentence"), ["You were mentioned in Launch plan"])
  const sales = settings.find(({ kind }: { kind: string }) => kind === "sales")
  assert.deepEqual(sales, { kind: "sales", app: true, mail: true, push: true })
  assert.deepEqual(valuesOf(browsers, "id"), ["push_1"])
  assert.doesNotMatch(html, /hash of it|sealed target/)
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
