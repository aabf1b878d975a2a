import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { cacheLists } from "#adapters/tool-servers/cached-lists.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { discovers, echoTool, reply, toolPeer, toolServersFor } from "#test/support/stand-ins/tool-server.ts"

const never = new AbortController().signal
const hour = 3_600_000
const promise = { leftOut: [], freshMs: hour, isPrivate: true }
const ownTool = { ...echoTool, isReadOnly: true }

/** A server of MCP 2026-07-28 whose list has these hints. Each list gets a new description. */
async function hinting(t: TestContext, hints: object) {
  const peer = await toolPeer(t)
  discovers(peer)
  let [time, lists] = [0, 0]
  peer.on.set("tools/list", (response, { rpc }) => {
    lists += 1
    reply(response, rpc, { ...hints, tools: [{ ...echoTool, description: `List ${lists}` }] })
  })
  const servers = toolServersFor([peer], { now: () => time })
  return {
    peer,
    advance: (ms: number) => (time += ms),
    async list(bearer?: string, mayBeKept = true) {
      const server = await servers.open({ url: peer.url, ...(bearer !== undefined && { bearer }) }, never)
      const { tools } = await server.listTools({ mayBeKept })
      await server.close()
      return valuesOf(tools, "description").join()
    },
  }
}

test("a list is kept for the time that its server promises, and no longer", async (t) => {
  const { list, advance } = await hinting(t, { ttlMs: 60_000, cacheScope: "public" })
  assert.equal(await list(), "List 1")
  advance(59_999)
  assert.equal(await list(), "List 1")
  advance(1)
  assert.equal(await list(), "List 2")
})

test("a promise of a thousand years is one of an hour", async (t) => {
  const { list, advance } = await hinting(t, { ttlMs: Number.MAX_SAFE_INTEGER, cacheScope: "public" })
  assert.equal(await list(), "List 1")
  advance(hour - 1)
  assert.equal(await list(), "List 1")
  advance(1)
  assert.equal(await list(), "List 2")
})

test("no time, 0, a negative one and one in no form promise nothing", async (t) => {
  for (const ttlMs of [undefined, 0, -1, -Number.MAX_SAFE_INTEGER, "60000", null, {}]) {
    const { list } = await hinting(t, { ttlMs, cacheScope: "public" })
    assert.deepEqual([await list(), await list()], ["List 1", "List 2"], String(ttlMs))
  }
})

test("a public list serves all tokens, and a private one only the token that listed it", async (t) => {
  const shared = await hinting(t, { ttlMs: hour, cacheScope: "public" })
  assert.deepEqual([await shared.list("a"), await shared.list("b"), await shared.list()], Array(3).fill("List 1"))
  for (const cacheScope of ["private", undefined, "", "PUBLIC", null]) {
    const own = await hinting(t, { ttlMs: hour, cacheScope })
    const listed = [
      await own.list("a"),
      await own.list("b"),
      await own.list("a"),
      await own.list("b"),
      await own.list(),
    ]
    assert.deepEqual(listed, ["List 1", "List 2", "List 1", "List 2", "List 3"], String(cacheScope))
  }
})

test("a list that becomes private is no longer kept for others", async (t) => {
  const { peer, list } = await hinting(t, { ttlMs: hour, cacheScope: "public" })
  await list("a")
  peer.on.set("tools/list", (response, { rpc }) => {
    reply(response, rpc, { ttlMs: hour, cacheScope: "private", tools: [{ ...echoTool, description: "Own" }] })
  })
  assert.equal(await list("a", false), "Own")
  const lists = () => peer.asked.filter(({ body }) => body.includes("tools/list")).length
  const before = lists()
  assert.deepEqual([await list("b"), await list("b"), lists() - before], ["Own", "Own", 1])
})

test("a list in pages is fresh while each page is, and private if one page is", async (t) => {
  const peer = await toolPeer(t)
  discovers(peer)
  const pages = [
    { ttlMs: 60_000, cacheScope: "public", nextCursor: "1", tools: [echoTool] },
    { ttlMs: 1_000, cacheScope: "private", tools: [{ ...echoTool, name: "second" }] },
  ]
  peer.on.set("tools/list", (response, { rpc }) => reply(response, rpc, pages[Number(rpc.params?.cursor ?? 0)] ?? {}))
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  const { freshMs, isPrivate, tools } = await server.listTools()
  assert.deepEqual([freshMs, isPrivate, tools.length], [1_000, true, 2])
})

test("a thousand private lists take the memory of a hundred, and each serves its own token", () => {
  const lists = cacheLists(() => 0)
  const at = (member: number) => ({ url: "https://a.example/mcp", bearer: `token-${member}` })
  const listOf = (member: number) => ({ ...promise, tools: [{ ...ownTool, title: `Of ${member}` }] })
  for (let member = 1; member <= 1_000; member++) lists.keep(at(member), listOf(member), 0)
  const found = (member: number) => lists.find(at(member))?.tools[0]?.title
  assert.deepEqual([found(1_000), found(901), found(900), found(1)], ["Of 1000", "Of 901", undefined, undefined])
  lists.keep(at(1), { ...promise, tools: [{ ...ownTool, description: "x".repeat(300_000) }] }, 0)
  assert.equal(found(1), undefined, "a list over 300 kB is not kept")
})
