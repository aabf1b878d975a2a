import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { narrowPermits, readPermits } from "#access/permit-store.ts"
import type { Role } from "#access/roles.ts"
import {
  askAssistant,
  chooseTool,
  decideCalls,
  getAssistantSettings,
  getCallAnswer,
  type ShownConversation,
  setAssistant,
  setToolPermissions,
  tools,
} from "#domains/assistant/on-demand.ts"
import {
  attachToolServer,
  checkToolServer,
  detachToolServer,
  getToolServer,
  pauseToolServer,
  reviewToolServer,
} from "#domains/tool-servers/on-demand.ts"
import { changeRole, leaveWorkspace } from "#domains/workspaces/index.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { echoTool, reply, type ToolPeer, toolPeer } from "#test/support/stand-ins/tool-server.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type AssistantWorld, assistantWorld, callsOf, wordsOf } from "#test/support/worlds/assistant-world.ts"

type Parts = Parameters<typeof assistantWorld>[1]

/** An assistant in a workspace with a reviewed tool server, whose tool is `s1__echo`. */
async function withServer(
  t: TestContext,
  script: Parts,
): Promise<{ studio: AssistantWorld; peer: ToolPeer; id: string }> {
  const peer = await toolPeer(t)
  const studio = await assistantWorld(t, script, { toolPeers: [peer] })
  const { id } = await studio.act("admin", attachToolServer, { url: peer.url, auth: "none" })
  await review(studio, id)
  return { studio, peer, id }
}

async function review({ act }: AssistantWorld, id: string): Promise<void> {
  const { tools } = await act("admin", getToolServer, { id })
  const accept = tools.flatMap(({ name, digest }) => (digest === null ? [] : [{ name, digest }]))
  await act("admin", reviewToolServer, { id, accept })
}

async function allow(
  { act, settled }: AssistantWorld,
  { id, ...asked }: ShownConversation,
  answer: "once" | "conversation",
) {
  const waiting = callsOf({ id, ...asked }).filter(({ state }) => state === "waiting")
  const decisions = waiting.map((call) => ({ callId: call.id, answer }))
  await act("member", decideCalls, { conversationId: id, decisions })
  return settled("member", id)
}

const echo = (text: string) => ({ call: "s1__echo", arguments: { text } })

test("a server's tool asks first, its card names the host and account, and the model gets its answer", async (t) => {
  const { studio, peer } = await withServer(t, [[echo("hello")], ["It said hello."]])

  const asked = await studio.ask("member", "Say hello")

  const [card] = callsOf(asked)
  assert.deepEqual([card?.state, card?.arguments], ["waiting", { text: "hello" }])
  assert.equal(card?.server?.host, `127.0.0.1:${peer.port}`)
  assert.equal(card?.server?.asWhom, null, "the server asks for no sign-in")
  assert.equal(card?.rehearsal, null)
  assert.equal(peer.calls.length, 0)

  const done = await allow(studio, asked, "once")
  const answered = { conversationId: asked.id, callId: card?.id }
  assert.equal((await studio.act("member", getCallAnswer, answered)).text, '{"text":"hello"}')
  await assert.rejects(studio.act("admin", getCallAnswer, answered), { code: "not_found" })
  assert.deepEqual(peer.calls, [{ name: "echo", arguments: { text: "hello" } }])
  assert.deepEqual([callsOf(done)[0]?.state, wordsOf(done)], ["done", "It said hello."])
  assert.deepEqual(done.outsiders, ["what 127.0.0.1 answered"])
  assert.ok(JSON.stringify(studio.model.journal.at(-1)?.messages).includes("hello"))
})

test("data read from the workspace leaves it only after an approval, even if the tool was allowed before", async (t) => {
  const canary = "canary-7f3a"
  const script: Parts = (_, index) =>
    [
      [echo("a")],
      ["Done."],
      [echo("b")],
      ["Done."],
      [{ call: "list_links", arguments: {} }],
      [echo(canary)],
      ["Done."],
    ][index] ?? []
  const { studio, peer } = await withServer(t, script)
  await shorten(studio)
  const asked = await studio.ask("member", "Echo a")
  const { id } = await allow(studio, asked, "conversation")

  const quiet = await studio.ask("member", "Echo b", { conversationId: id })
  assert.deepEqual(valuesOf(callsOf(quiet), "state"), ["done", "done"], "the server gets what it knows already")

  const careful = await studio.ask("member", "Look at the links and echo one", { conversationId: id })
  const card = callsOf(careful).at(-1)
  assert.deepEqual([card?.state, card?.arguments, card?.offers], ["waiting", { text: canary }, []])
  assert.match(card?.why ?? "", /would leave the workspace/)
  assert.ok(!JSON.stringify(peer.calls).includes(canary))
})

test("an attached file leaves the workspace only after an approval", async (t) => {
  const script: Parts = ({ messages }) => (messages.at(-1)?.role === "person" ? [echo("what it says")] : ["Done."])
  const { studio, peer } = await withServer(t, script)
  const { id } = await allow(studio, await studio.ask("member", "Echo it"), "conversation")
  const { id: file } = await putDriveFile(studio.app, studio.callers.member, { name: "a.txt", bytes: "what it says" })
  await studio.act("member", askAssistant, { text: "Echo the file", fileIds: [file], conversationId: id })

  const card = callsOf(await studio.settled("member", id)).at(-1)
  assert.deepEqual([card?.state, card?.offers, peer.calls.length], ["waiting", [], 1])
  assert.match(card?.why ?? "", /would leave the workspace/)
})

test("no tool server gets a secret address, even in an approved call", async (t) => {
  const script: Parts = (_, index) =>
    [[{ call: "create_upload_link", arguments: {} }], [echo("Send it to ⟦address 1⟧")], ["Done."]][index] ?? []
  const { studio, peer } = await withServer(t, script)
  const made = await allow(studio, await studio.ask("member", "Make one, and tell them"), "once")
  const [, card] = callsOf(made)
  assert.deepEqual([card?.state, card?.arguments], ["waiting", { text: "Send it to ⟦address 1⟧" }])

  const done = await allow(studio, made, "once")

  assert.equal(callsOf(done)[1]?.state, "done")
  assert.match(done.addresses["⟦address 1⟧"] ?? "", /\/u\//)
  assert.deepEqual(valuesOf(peer.calls, "arguments"), [{ text: "Send it to ⟦address 1⟧" }])
})

test("a server that is paused between the card and the click is not asked", async (t) => {
  const { studio, peer, id } = await withServer(t, [[echo("hello")], ["It did not work."]])
  const asked = await studio.ask("member", "Say hello")
  await studio.act("admin", pauseToolServer, { id })

  const done = await allow(studio, asked, "once")

  assert.equal(callsOf(done)[0]?.state, "refused")
  assert.equal(peer.calls.length, 0)
})

test("a tool that changed after the card is not called", async (t) => {
  const { studio, peer } = await withServer(t, [[echo("hello")], ["It did not work."]])
  const asked = await studio.ask("member", "Say hello")
  peer.tools = peer.tools.map((tool) => ({ ...tool, description: "Says it to everybody." }))

  const done = await allow(studio, asked, "once")

  assert.equal(callsOf(done)[0]?.state, "failed")
  assert.match(callsOf(done)[0]?.summary ?? "", /changed since its review/)
  assert.equal(peer.calls.length, 0)
})

test("every narrowing of the assistant's permissions is counted", async (t) => {
  const { studio, peer, id } = await withServer(t, [["Hello."]])
  const { act } = studio
  const { tools: own } = await act("member", getAssistantSettings, {})
  const digest = own.find(({ name }) => name === "create_doc")?.digest
  const cells = [{ tool: "create_link", role: "member", was: "chooses", level: "ask" }]
  const ways: [what: string, narrow: () => Promise<unknown>][] = [
    ["a permission", () => act("admin", setToolPermissions, { cells })],
    ["a wish", () => act("member", chooseTool, { tool: "create_doc", level: "ask", digest })],
    ["strict", () => act("owner", setAssistant, { isStrict: true })],
    ["off", () => act("owner", setAssistant, { isOn: false })],
    ["a changed tool", () => act("admin", checkToolServer, { id })],
    ["a pin that is taken back", () => act("admin", reviewToolServer, { id, takeBack: ["echo"] })],
    ["a pause", () => act("admin", pauseToolServer, { id })],
    ["an end", () => act("admin", detachToolServer, { id })],
    ["leaving", () => act("member", leaveWorkspace, {})],
  ]
  peer.tools = [{ ...echoTool, description: "Says it to everybody." }]
  for (const [what, narrow] of ways) {
    const before = await readPermits(studio.cx, studio.workspaceId)
    await narrow()
    assert.ok(((await readPermits(studio.cx, studio.workspaceId)) ?? 0) > (before ?? 0), what)
  }
})

test("a model gets at most 128 tools, including all built-in ones, and the left-out tools are named", async (t) => {
  const { studio, peer, id } = await withServer(t, [["Hello."]])
  const named = (index: number) => ({ ...echoTool, name: `tool_${String(index).padStart(3, "0")}` })
  peer.tools = Array.from({ length: 200 }, (_, index) => named(index))
  await studio.act("admin", checkToolServer, { id })
  await review(studio, id)
  await studio.ask("member", "Hello")
  const offered = studio.model.journal[0]?.tools.map(({ name }) => name) ?? []
  const ours = offered.filter((name) => !name.startsWith("s1__"))
  assert.equal(offered.length, 128)
  const ofMembers = tools.filter(({ role }) => role !== "admin")
  assert.deepEqual(ours, valuesOf(ofMembers, "name"))
  assert.equal(offered.includes("s1__tool_000") && !offered.includes("s1__tool_199"), true)
  const words = new RegExp(`Left out: s1__tool_\\d+ .* and ${200 + ours.length - 128 - 5} more`)
  const count = 200 + ours.length - 128
  assert.match(studio.model.journal[0]?.system ?? "", new RegExp(`no room for ${count} tools`), "the model can say so")
  assert.ok(!JSON.stringify(studio.model.journal[0]?.messages).includes("tool_199"), "by no name that others gave")
  assert.match((await studio.act("member", getAssistantSettings, {})).leftOut ?? "", words)
  assert.equal((await studio.act("viewer", getAssistantSettings, {})).leftOut, null, "who has none misses none")

  // A few large tools also fill a small context window.
  const large = { type: "object", properties: { text: { type: "string", description: "x".repeat(15_000) } } }
  peer.tools = Array.from({ length: 40 }, (_, index) => ({ ...named(index), inputSchema: large }))
  await studio.act("admin", checkToolServer, { id })
  await review(studio, id)
  await studio.ask("member", "Hello")
  const size = Buffer.byteLength(JSON.stringify(studio.model.journal[1]?.tools))
  assert.ok(size / 3 < studio.app.models.windowTokens / 3, `${size} bytes`)
  assert.ok(studio.model.journal[1]?.tools.some(({ name }) => name.startsWith("s1__")))
})

type Level = "never" | "ask" | "always"

/** Sets levels of tools for a role. */
async function permit({ app, workspaceId }: AssistantWorld, role: Role, levels: Readonly<Record<string, Level>>) {
  const rows = Object.entries(levels).map(([tool, level]) => ({ workspace_id: workspaceId, tool, role, level }))
  await app.database.transaction((db) => db.insertInto("tool_permissions").values(rows).execute())
}

for (const level of ["ask", "never"] as const) {
  test(`a call sent to a server before its tool was narrowed to ${level} is done, and sent once`, async (t) => {
    const { studio, peer, id } = await withServer(t, [[echo("hello")], ["Done."]])
    await permit(studio, "member", { s1__echo: "always" })
    await studio.cx.atomically((cx) =>
      cx.db.updateTable("tool_servers").set({ failure: "unreachable" }).where("id", "=", id).execute(),
    )
    let calls = 0
    peer.on.set("tools/call", async (response, { rpc }) => {
      calls += 1
      await studio.cx.atomically(async (cx) => {
        await narrowPermits(cx, studio.workspaceId)
        await cx.db.updateTable("tool_permissions").set({ level }).execute()
      })
      reply(response, rpc, { content: [{ type: "text", text: "done" }] })
    })

    const done = await studio.ask("member", "Say hello")

    assert.deepEqual(valuesOf(callsOf(done), "state"), ["done"])
    assert.equal(calls, 1)
  })

  test(`a tool that is narrowed to ${level} before its server is asked is not called`, async (t) => {
    const { studio, peer } = await withServer(t, [[echo("hello")], ["Done."]])
    await permit(studio, "member", { s1__echo: "always" })
    peer.on.set("tools/list", async (response, { rpc }) => {
      await studio.cx.atomically(async (cx) => {
        await narrowPermits(cx, studio.workspaceId)
        await cx.db.updateTable("tool_permissions").set({ level }).execute()
      })
      reply(response, rpc, { tools: peer.tools })
    })

    const asked = await studio.ask("member", "Say hello")

    assert.deepEqual(valuesOf(callsOf(asked), "state"), [level === "ask" ? "waiting" : "refused"])
    assert.equal(peer.calls.length, 0)
    if (level === "never") return
    peer.on.delete("tools/list")
    assert.deepEqual(valuesOf(callsOf(await allow(studio, asked, "once")), "state"), ["done"])
    assert.equal(peer.calls.length, 1)
  })
}

test("a server that is paused before its tool is called is not asked, and the call has failed", async (t) => {
  const { studio, peer, id } = await withServer(t, [[echo("hello")], ["It did not work."]])
  await permit(studio, "member", { s1__echo: "always" })
  peer.on.set("tools/list", async (response, { rpc }) => {
    await studio.act("admin", pauseToolServer, { id })
    reply(response, rpc, { tools: peer.tools })
  })

  const done = await studio.ask("member", "Say hello")

  assert.deepEqual(valuesOf(callsOf(done), "state"), ["failed"])
  assert.match(callsOf(done)[0]?.summary ?? "", /is paused/)
  assert.equal(peer.calls.length, 0)
})

test("after a lost role, the second call of a step is judged by the new role", async (t) => {
  const doc = { call: "create_doc", arguments: { title: "As an admin" } }
  const { studio, peer } = await withServer(t, [[echo("hello"), doc], ["Done."]])
  await permit(studio, "admin", { s1__echo: "always", create_doc: "always" })
  await permit(studio, "member", { create_doc: "never" })
  const { admin } = studio.callers
  assert.ok(admin.kind === "person")
  const { accountId } = admin
  peer.on.set("tools/call", async (response) => {
    await studio.act("owner", changeRole, { accountId, role: "member" })
    response.writeHead(401).end()
  })

  const done = await studio.ask("admin", "Say hello and make a doc")

  assert.deepEqual(valuesOf(callsOf(done), "state"), ["failed", "refused"])
})
