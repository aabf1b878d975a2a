import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { Caller } from "#access/context.ts"
import {
  attachToolServer,
  checkToolServer,
  finishToolServerSignIn,
  getToolServer,
  listToolServers,
  reviewToolServer,
  revokeToolToken,
  signInToToolServer,
  signOutOfToolServer,
} from "#domains/tool-servers/on-demand.ts"
import { ourVersions } from "#domains/tool-servers/servers/refusals.ts"
import { speakNewLine } from "#test/support/stand-ins/new-line-server.ts"
import { discovers, echoTool, json, reply, type ToolPeer, toolPeer } from "#test/support/stand-ins/tool-server.ts"
import { type SignInPeer, signInPeer } from "#test/support/stand-ins/tool-server-sign-in.ts"
import { type AssistantWorld, assistantWorld, callsOf, wordsOf } from "#test/support/worlds/assistant-world.ts"
import { inBrowser } from "#test/support/worlds/tools-world.ts"

const echo = { call: "s1__echo", arguments: { text: "hello" } }
const turns = ({ messages }: { messages: readonly { results: readonly unknown[] }[] }) =>
  messages.at(-1)?.results.length ? ["Done."] : [echo]

async function review({ act }: AssistantWorld, as: Caller | "admin", id: string): Promise<void> {
  const { tools } = await act(as, getToolServer, { id })
  const accept = tools.flatMap(({ name, digest }) => (digest === null ? [] : [{ name, digest }]))
  await act(as, reviewToolServer, { id, accept })
}

/** An assistant and the official server of MCP 2026-07-28, which needs no sign-in. */
async function open(t: TestContext): Promise<{ studio: AssistantWorld; peer: ToolPeer; id: string }> {
  const peer = await toolPeer(t)
  speakNewLine(peer)
  const studio = await assistantWorld(t, turns, { toolPeers: [peer] })
  const { id } = await studio.act("admin", attachToolServer, { url: peer.url, auth: "none" })
  await review(studio, "admin", id)
  return { studio, peer, id }
}

interface SignedIn {
  studio: AssistantWorld
  peer: ToolPeer
  server: SignInPeer
  id: string
  member: Caller
  signIn(as: Caller, scope?: string): Promise<void>
}

/** The same, where each member signs in, and has done so. */
async function withSignIn(t: TestContext): Promise<SignedIn> {
  const peer = await toolPeer(t)
  const server = signInPeer(peer)
  speakNewLine(peer)
  const studio = await assistantWorld(t, turns, { toolPeers: [peer] })
  const [admin, member] = [await inBrowser(studio, "admin"), await inBrowser(studio, "member")]
  const { id, signIn } = await studio.act(admin, attachToolServer, { url: peer.url, auth: "oauth" })
  await studio.act(admin, finishToolServerSignIn, server.agree(signIn?.url ?? ""))
  await review(studio, admin, id)
  const signInAs: SignedIn["signIn"] = async (as, scope) => {
    const { signIn } = await studio.act(as, signInToToolServer, { id, ...(scope !== undefined && { scope }) })
    await studio.act(as, finishToolServerSignIn, server.agree(signIn?.url ?? ""))
  }
  await signInAs(member)
  return { studio, peer, server, id, member, signIn: signInAs }
}

const methodsOf = (peer: ToolPeer) =>
  peer.asked.splice(0).flatMap(({ path, body }) => (path === "/mcp" ? [JSON.parse(body).method] : [path]))

async function useOnce(studio: AssistantWorld) {
  const done = await studio.decide("member", await studio.ask("member", "Say hello"), "once")
  const [call] = callsOf(done)
  const text =
    studio.model.journal
      .at(-1)
      ?.messages.flatMap(({ results }) => results)
      .at(-1)?.text ?? "{}"
  return { call, words: wordsOf(done), text }
}

test("a server of only MCP 2026-07-28 works with sign-in, from attaching to revoking", async (t) => {
  const { studio, peer, server, id, member } = await withSignIn(t)
  const asked = methodsOf(peer)
  assert.ok(asked.includes("/.well-known/oauth-protected-resource/mcp") && asked.includes("/register"), asked.join())
  assert.ok(!asked.includes("initialize"), "the older line is not tried")

  const { call, words, text } = await useOnce(studio)
  assert.deepEqual([call?.state, words, JSON.parse(text)], ["done", "Done.", { answer: "hello" }])
  assert.deepEqual(methodsOf(peer), ["tools/list", "tools/call"], "one turn asks for the line no more")

  server.valid.clear()
  assert.equal((await useOnce(studio)).call?.state, "done")
  assert.deepEqual(methodsOf(peer), ["tools/list", "/token", "tools/list", "tools/call"], "the token is refreshed once")

  await studio.act(member, signOutOfToolServer, { id })
  const ended = await studio.app.database.read
    .selectFrom("tool_server_tokens")
    .select("id")
    .where("ended_at", "is not", null)
    .execute()
  for (const { id: tokenId } of ended) await revokeToolToken(studio.cx, { tokenId })
  assert.equal(server.revoked.length, 1)
})

test("a server whose list is open, and whose calls need a sign-in, gets a refreshed token for the call", async (t) => {
  const { studio, peer, server } = await withSignIn(t)
  const { mayUse } = peer
  peer.mayUse = () => true
  peer.on.set("tools/call", (response, { headers, rpc }) => {
    if (mayUse(headers.authorization)) return reply(response, rpc, { resultType: "complete", content: [] })
    response.writeHead(401, { "www-authenticate": 'Bearer error="invalid_token"' }).end()
  })
  server.valid.clear()
  methodsOf(peer)
  assert.equal((await useOnce(studio)).call?.state, "done")
  assert.deepEqual(methodsOf(peer), ["tools/list", "tools/call", "/token", "tools/list", "tools/call"])
})

test("a call that needs more rights says which, and works after a sign-in with them", async (t) => {
  const { studio, peer, member, signIn } = await withSignIn(t)
  const challenge = 'Bearer error="insufficient_scope", scope="read write"'
  peer.on.set("tools/call", (response) => response.writeHead(403, { "www-authenticate": challenge }).end())
  const { call, text } = await useOnce(studio)
  assert.equal(call?.state, "failed")
  assert.match(text, /needs more permissions.*Requested: read write/)
  await signIn(member, "write")
  assert.match(JSON.stringify(peer.asked.map(({ body }) => body)), /tools\/call/)
  peer.on.delete("tools/call")
  assert.equal((await useOnce(studio)).call?.state, "done")
})

test("a server of other versions is not attached, and the refusal names its versions and ours", async (t) => {
  const { studio, peer } = await open(t)
  discovers(peer, ["2031-01-01", "2032-01-01"])
  peer.on.set("initialize", (response) => response.writeHead(400).end())
  const attach = studio.act("admin", attachToolServer, { url: `${peer.origin}/mcp?other`, auth: "none" })
  await assert.rejects(attach, {
    message: "The tool server speaks no version of MCP that this service speaks.",
    hint: `It speaks 2031-01-01, 2032-01-01. This service speaks ${ourVersions}.`,
  })
})

test("a tool that asks for input is named as that to its person and to the model", async (t) => {
  const { studio, peer } = await open(t)
  const form = { method: "elicitation/create", params: { mode: "form", message: "Sure?", requestedSchema: {} } }
  peer.on.set("tools/call", (response, { rpc }) =>
    reply(response, rpc, { resultType: "input_required", inputRequests: { sure: form } }),
  )
  const { call, text } = await useOnce(studio)
  assert.equal(call?.state, "failed")
  assert.equal(call?.summary, "127.0.0.1 asks for something this assistant cannot give yet.")
  const { error, hint } = JSON.parse(text)
  assert.equal(error, call?.summary)
  assert.match(hint, /^It asks for an answer in a form\. Do not repeat it\./)
})

test("a writing tool that asks for input is named as one that has not worked", async (t) => {
  const { studio, peer, id } = await open(t)
  const writing = { ...echoTool, annotations: {} }
  peer.on.set("tools/list", (response, { rpc }) => reply(response, rpc, { tools: [writing] }))
  peer.on.set("tools/call", (response, { rpc }) => reply(response, rpc, { resultType: "input_required" }))
  await studio.act("admin", checkToolServer, { id })
  await review(studio, "admin", id)
  const { call } = await useOnce(studio)
  assert.deepEqual(
    [call?.state, call?.summary],
    ["failed", "127.0.0.1 asks for something this assistant cannot give yet."],
  )
})

test("a result of an unknown kind is named by it, and the outcome is unknown", async (t) => {
  const { studio, peer, id } = await open(t)
  peer.on.set("tools/list", (response, { rpc }) => reply(response, rpc, { tools: [{ ...echoTool, annotations: {} }] }))
  peer.on.set("tools/call", (response, { rpc }) => reply(response, rpc, { resultType: "task", taskId: "1" }))
  await studio.act("admin", checkToolServer, { id })
  await review(studio, "admin", id)
  const { call } = await useOnce(studio)
  assert.equal(call?.state, "lost")
  assert.match(call?.summary ?? "", /^127\.0\.0\.1 answered with a result of an unknown kind: task\./)
})

/** Lists the tools with these hints. Returns how often that was. */
function listWith(peer: ToolPeer, hints: object) {
  let lists = 0
  peer.on.set("tools/list", (response, { rpc }) => {
    lists += 1
    reply(response, rpc, { resultType: "complete", ...hints, tools: peer.tools })
  })
  return () => lists
}

test("a turn with a fresh list is one request, and an error of arguments replaces the list", async (t) => {
  const { studio, peer, id } = await open(t)
  listWith(peer, { ttlMs: 60_000, cacheScope: "public" })
  peer.on.set("tools/call", (response, { rpc }) => reply(response, rpc, { content: [] }))
  await studio.act("admin", checkToolServer, { id })
  await review(studio, "admin", id)
  methodsOf(peer)
  assert.equal((await useOnce(studio)).call?.state, "done")
  assert.deepEqual(methodsOf(peer), ["tools/call"])

  const { inputSchema } = echoTool
  peer.tools = [{ ...echoTool, inputSchema: { ...inputSchema, required: ["text", "loudness"] } }]
  peer.on.set("tools/call", (response, { rpc: { id } }) =>
    json(response, { jsonrpc: "2.0", id, error: { code: -32_602, message: "loudness is missing" } }),
  )
  const { call } = await useOnce(studio)
  assert.match(call?.summary ?? "", /changed since its review/)
  assert.deepEqual(methodsOf(peer), ["tools/call", "tools/list"])
})

test("after refused headers, the tools are listed again and an unchanged tool is called once more", async (t) => {
  const { studio, peer } = await open(t)
  let calls = 0
  peer.on.set("tools/call", (response, { rpc }) => {
    calls += 1
    if (calls > 1) return reply(response, rpc, { content: [] })
    json(response, { jsonrpc: "2.0", id: rpc.id, error: { code: -32_020, message: "Header mismatch" } }, 400)
  })
  methodsOf(peer)
  assert.equal((await useOnce(studio)).call?.state, "done")
  assert.deepEqual(methodsOf(peer), ["tools/list", "tools/call", "tools/list", "tools/call"])
  calls = -Infinity
  const { call } = await useOnce(studio)
  assert.match(call?.summary ?? "", /refused this: Header mismatch/)
  assert.deepEqual(methodsOf(peer), ["tools/list", "tools/call", "tools/list", "tools/call"], "and only once")
})

test("a private list that differs for the reviewer leaves the tool as it is for the others", async (t) => {
  const { studio, peer, id } = await withSignIn(t)
  peer.on.set("tools/call", (response, { rpc }) => reply(response, rpc, { content: [] }))
  const own = { ...echoTool, description: "Of the admin." }
  const usual: object[] = JSON.parse(JSON.stringify([echoTool]))
  let adminToken = ""
  peer.on.set("tools/list", (response, { rpc, headers }) => {
    adminToken ||= headers.authorization ?? ""
    const tools = headers.authorization === adminToken ? [own] : usual
    reply(response, rpc, { ttlMs: 60_000, cacheScope: "private", tools })
  })
  const admin = await inBrowser(studio, "admin")
  await studio.act(admin, checkToolServer, { id })
  await review(studio, admin, id)
  const { call } = await useOnce(studio)
  assert.match(call?.summary ?? "", /changed since its review/, "the member's own list has another definition")
  const { items } = await studio.act("admin", listToolServers, {})
  assert.deepEqual(items[0]?.tools, { reviewed: 1, new: 0, changed: 0, gone: 0 })
})

test("the review says that a list was made for one member, until its tools are accepted", async (t) => {
  const { studio, peer, id } = await withSignIn(t)
  const admin = await inBrowser(studio, "admin")
  const isOfOneSignIn = async (server: string) => (await studio.act(admin, getToolServer, { id: server })).isOfOneSignIn
  assert.equal(await isOfOneSignIn(id), false, "all are accepted")
  for (const [cacheScope, isOfOne] of [
    ["private", true],
    ["public", false],
  ] as const) {
    peer.tools = [{ ...echoTool, description: `A ${cacheScope} one.` }]
    listWith(peer, { ttlMs: 0, cacheScope })
    await studio.act(admin, checkToolServer, { id })
    assert.equal(await isOfOneSignIn(id), isOfOne, cacheScope)
  }
  listWith(peer, { ttlMs: 0, cacheScope: "private" })
  peer.mayUse = () => true
  const open = await studio.act("admin", attachToolServer, { url: `${peer.origin}/mcp?open`, auth: "none" })
  assert.equal(await isOfOneSignIn(open.id), false, "without a sign-in, a list is for all")
})

test("a definition that an admin accepts works at once for a member whose kept list is older", async (t) => {
  const { studio, peer, id } = await withSignIn(t)
  peer.on.set("tools/call", (response, { rpc }) => reply(response, rpc, { content: [] }))
  const lists = listWith(peer, { ttlMs: 3_600_000, cacheScope: "private" })
  const admin = await inBrowser(studio, "admin")
  const accept = async () => {
    await studio.act(admin, checkToolServer, { id })
    await review(studio, admin, id)
  }
  await accept()
  assert.equal((await useOnce(studio)).call?.state, "done")
  peer.tools = [{ ...echoTool, description: "Says it twice." }]
  await accept()
  assert.equal((await useOnce(studio)).call?.state, "done")
  assert.equal(lists(), 4, "each of the two lists twice, with its own token")
  assert.equal((await useOnce(studio)).call?.state, "done")
  assert.equal(lists(), 4)
})
