import assert from "node:assert/strict"
import { test } from "node:test"
import { notify } from "#domains/notifications/index.ts"
import { until } from "#test/support/basics/until.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { toolPeer, toolServersFor } from "#test/support/stand-ins/tool-server.ts"
import { consoleOf, firstOf } from "#test/support/worlds/console-world.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

test("a person downloads the data about them, and no other person can", async (t) => {
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

test("the file has a person's notifications, their choices, and their browsers, without push addresses", async (t) => {
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

  const { html } = await browser.visit("/account/data.json")

  const { lines, settings, browsers } = JSON.parse(html).notifications
  assert.deepEqual(valuesOf(lines, "sentence"), ["You were mentioned in Launch plan"])
  const sales = settings.find(({ kind }: { kind: string }) => kind === "sales")
  assert.deepEqual(sales, { kind: "sales", app: true, mail: true, push: true })
  assert.deepEqual(valuesOf(browsers, "id"), ["push_1"])
  assert.doesNotMatch(html, /hash of it|sealed target/)
})

test("the file has all branches of conversations, and sign-ins to tool servers; erasure deletes both", async (t) => {
  const peer = await toolPeer(t)
  const world = await pageWorld(t, {}, (app) => ({ ...app, toolServers: toolServersFor([peer]) }))
  const browser = openBrowser(world)
  await signIn(world, browser, "member@studio.example")
  const { ask, enter } = consoleOf(world)
  const wanted = { url: peer.url, auth: "bearer", bearer: "token-of-the-admin" }
  const { id } = (await ask(await enter("admin@studio.example"), "attach-tool-server", wanted)).body
  await ask(browser, "sign-in-to-tool-server", { id, bearer: "token-of-bo" })
  const { conversationId, messageId } = (await ask(browser, "ask-assistant", { text: "List my links" })).body
  const settled = async () => (await ask(browser, "get-conversation", { id: conversationId })).body.run === null
  await until(settled)
  world.clock.advance(1_000)
  await ask(browser, "ask-assistant", { conversationId, insteadOf: messageId, text: "List my docs" })
  await until(settled)

  const { html } = await browser.visit("/account/data.json")

  const { assistantConversations, toolServers } = JSON.parse(html)
  const [{ workspace, messages }, ...others] = assistantConversations
  assert.deepEqual([workspace, others], ["studio", []])
  const asked = messages.filter(({ role }: { role: string }) => role === "person")
  assert.deepEqual(asked.map(({ parts }: { parts: object[] }) => parts), [[{ type: "text", text: "List my links", cited: [] }], [{ type: "text", text: "List my docs", cited: [] }]]) // biome-ignore format: one thought
  assert.match(JSON.stringify(messages), /list_links[\s\S]*search_docs/)
  assert.deepEqual(valuesOf(toolServers, "host"), [`127.0.0.1:${peer.port}`])
  assert.doesNotMatch(html, /token-of-bo|token-of-the-admin/)

  assert.equal((await ask(browser, "erase-account", { email: "member@studio.example" })).status, 200)
  const { read } = world.app.database
  for (const table of ["conversations", "assistant_messages", "assistant_calls"] as const)
    assert.deepEqual(await read.selectFrom(table).select("id").execute(), [], table)
  const tokens = read.selectFrom("tool_server_tokens").select("account_id").where("ended_at", "is", null)
  const { accountId } = world.callers.admin as { accountId: string }
  assert.deepEqual(await tokens.execute(), [{ account_id: accountId }], "only the admin's own is left")
})

test("an account is erased once its address is typed, as its page asks, and its browsers are signed out", async (t) => {
  const world = await pageWorld(t)
  const [here, there] = [openBrowser(world), openBrowser(world)]
  for (const browser of [here, there]) await signIn(world, browser, "bo@example.com")
  const { ask } = consoleOf(world)
  const workspace = { name: "Ink", slug: "ink-co" }
  await here.send((await here.visit("/workspaces/new")).form("Create workspace"), workspace)
  const before = firstOf(await here.visit("/account?panel=erase"), "get-erasure")
  assert.deepEqual(before, { workspaces: [{ ...workspace, fate: "closed" }] })

  const refused = await ask(here, "erase-account", { email: "someone@example.com" })
  assert.deepEqual([refused.status, refused.body.error.field], [400, "email"])
  assert.match(refused.body.error.message, /not your email/)
  const done = await ask(here, "erase-account", { email: "bo@example.com" })

  assert.deepEqual([done.status, done.body], [200, { closedWorkspaces: 1 }])
  for (const browser of [here, there]) assert.equal((await browser.visit("/account")).status, 303)
  await signIn(world, here, "bo@example.com")
  const { workspaces } = firstOf(await here.visit("/account"), "list-workspaces")
  assert.deepEqual(workspaces, [], "a person who comes back has no workspace")
})
