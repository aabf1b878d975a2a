import assert from "node:assert/strict"
import { test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { openToolServers } from "#adapters/tool-servers/mcp-client.ts"
import { openPeer } from "#adapters/tool-servers/peer.ts"
import { ToolServerFailure } from "#adapters/tool-servers/port.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { echoTool, failsFor, reply, toolPeer, toolServersFor } from "#test/support/stand-ins/tool-server.ts"

const never = new AbortController().signal

test("tools are listed and called, and only the arguments leave the service", async (t) => {
  const peer = await toolPeer(t)
  const server = await toolServersFor([peer]).open({ url: peer.url, bearer: "secret" }, never)
  const { tools, leftOut } = await server.listTools()
  assert.deepEqual(leftOut, [])
  assert.deepEqual(tools, [{ ...echoTool, isReadOnly: true }])
  assert.deepEqual(await server.callTool("echo", { text: "ö" }), { text: '{"text":"ö"}', isError: false })
  await server.close()
  assert.deepEqual(peer.calls, [{ name: "echo", arguments: { text: "ö" } }])
  assert.ok(peer.asked.every(({ headers }) => headers.authorization === "Bearer secret"))
  assert.ok(peer.asked.every(({ headers }) => headers.cookie === undefined && headers.referer === undefined))
})

test("no capability is announced, and a server's requests to its client have no effect", async (t) => {
  const peer = await toolPeer(t)
  const wishes = ["sampling/createMessage", "elicitation/create", "roots/list", "ping"]
  peer.on.set("tools/list", (response, { rpc }) => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    const say = (message: object) => response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`)
    for (const [at, method] of wishes.entries())
      say({ id: `wish-${at}`, method, params: { messages: [], maxTokens: 1 } })
    for (const method of ["notifications/tools/list_changed", "notifications/prompts/list_changed"]) say({ method })
    say({ id: rpc.id, result: { tools: [echoTool] } })
    response.end()
  })
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  assert.equal((await server.listTools()).tools.length, 1)
  await server.callTool("echo", { text: "after" })
  const sent = peer.asked.filter(({ body }) => body).map(({ body }) => JSON.parse(body))
  const hello = sent.find(({ method }) => method === "initialize")
  assert.deepEqual(hello.params.capabilities, {})
  const answers = sent.filter(({ id }) => String(id).startsWith("wish-"))
  for (const { id, error } of answers) if (id !== "wish-3") assert.equal(error.code, -32601, id)
  const asked = new Set(sent.flatMap(({ method }) => method ?? []))
  const known = ["server/discover", "initialize", "notifications/initialized", "tools/list", "tools/call"]
  assert.deepEqual([...asked].sort(), known.sort())
})

test("a redirect to another origin is not followed, and gets no token", async (t) => {
  const peer = await toolPeer(t)
  const other = await toolPeer(t)
  peer.on.set("/mcp", (response) => response.writeHead(307, { location: other.url }).end())
  await assert.rejects(
    toolServersFor([peer, other]).open({ url: peer.url, bearer: "secret" }, never),
    ToolServerFailure,
  )
  assert.equal(other.asked.length, 0)
})

test("a token is sent only to its own origin", async (t) => {
  const [peer, other] = [await toolPeer(t), await toolPeer(t)]
  const limits = { maxBytes: 100_000, silenceMs: 5_000, totalMs: 10_000, isAllowed: () => true }
  const { fetch } = openPeer(peer.url, limits, never)
  const ask = (url: string) => fetch(url, { headers: { authorization: "bearer secret" } })
  await assert.rejects(ask(other.url), { reason: "address" })
  await ask(peer.url)
  assert.deepEqual([peer.asked.length, other.asked.length], [1, 0])
})

test("redirects within the origin are followed, up to a limit", async (t) => {
  const peer = await toolPeer(t)
  const moved = new Map(peer.on)
  peer.on.set("/old", (response) => response.writeHead(307, { location: "/mcp" }).end())
  const server = await toolServersFor([peer]).open({ url: `${peer.origin}/old` }, never)
  assert.equal((await server.listTools()).tools.length, 1)
  peer.on = moved
  peer.on.set("/loop", (response) => response.writeHead(307, { location: "/loop" }).end())
  await assert.rejects(toolServersFor([peer]).open({ url: `${peer.origin}/loop` }, never), failsFor("protocol"))
  assert.ok(peer.asked.filter(({ path }) => path === "/loop").length < 20)
})

test("an address of our own network is refused in every spelling, before a request", async (t) => {
  const peer = await toolPeer(t)
  const servers = toolServersFor([])
  for (const url of [peer.url, "https://10.0.0.5/mcp", "https://169.254.169.254/mcp", "https://[::1]/mcp"]) {
    await assert.rejects(servers.open({ url }, never), failsFor("address"))
  }
  assert.equal(peer.asked.length, 0)
})

test("an installation with a list of hosts reaches only these hosts", async (t) => {
  const peer = await toolPeer(t)
  const dnsServers = ["127.0.0.1:9"] // no DNS server answers there
  const named = openToolServers({ hosts: ["tools.example"], dnsServers })
  assert.deepEqual(
    [
      "https://tools.example/mcp",
      "https://TOOLS.example/",
      "https://tools.example.evil.example/",
      peer.url,
      "nonsense",
    ].map((url) => named.mayAttach(url)),
    [true, true, false, false, false],
  )
  for (const servers of [named, openToolServers({ hosts: "off", dnsServers })]) {
    for (const url of [peer.url, "https://other.example/mcp"])
      await assert.rejects(servers.open({ url }, never), failsFor("address"))
  }
  assert.equal(peer.asked.length, 0)
})

test("a list of 30 MB is refused, in one message or in a stream, without much memory", async (t) => {
  const peer = await toolPeer(t)
  const servers = toolServersFor([peer], { silenceMs: 30_000, totalMs: 60_000 }) // a busy machine is slow with 30 MB
  const before = process.memoryUsage().rss
  const large = { ...echoTool, description: "x".repeat(30_000_000) }
  peer.on.set("tools/list", (response, { rpc }) => reply(response, rpc, { tools: [large] }))
  await assert.rejects(
    servers.open({ url: peer.url }, never).then((server) => server.listTools()),
    failsFor("too large"),
  )
  const text = `data: ${"x".repeat(30_000_000)}`
  peer.on.set("tools/list", (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).end(text)
  })
  await assert.rejects(
    servers.open({ url: peer.url }, never).then((server) => server.listTools()),
    failsFor("too large"),
  )
  const grown = process.memoryUsage().rss - before
  assert.ok(grown < 150_000_000, `${grown} bytes`)
})

test("a list of many small pages is refused when together they are too large", async (t) => {
  const peer = await toolPeer(t)
  let pages = 0
  peer.on.set("tools/list", (response, { rpc }) => {
    pages++
    reply(response, rpc, { tools: [{ ...echoTool, description: "x".repeat(900_000) }], nextCursor: `page-${pages}` })
  })
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  await assert.rejects(server.listTools(), failsFor("too large"))
  assert.ok(pages < 6, `${pages} pages`)
})

test("a list is refused when its paging never ends or it has more than 256 tools", async (t) => {
  const peer = await toolPeer(t)
  let pages = 0
  peer.on.set("tools/list", (response, { rpc }) => {
    pages++
    reply(response, rpc, { tools: [], nextCursor: `page-${pages}` })
  })
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  await assert.rejects(server.listTools(), failsFor("too large"))
  assert.equal(pages, 64)
  peer.on.set("tools/list", (response, { rpc }) => {
    reply(response, rpc, { tools: Array.from({ length: 257 }, (_, at) => ({ ...echoTool, name: `t${at}` })) })
  })
  await assert.rejects(server.listTools(), failsFor("too large"))
})

test("a tool over the limits of one definition is left out, and the others stay", async (t) => {
  const peer = await toolPeer(t)
  const deep = (levels: number): object => (levels === 0 ? {} : { properties: { a: deep(levels - 1) } })
  peer.tools = [
    echoTool,
    { ...echoTool, name: "fits", description: "x".repeat(2_048) },
    { ...echoTool, name: "wide", inputSchema: { type: "object", description: "x".repeat(17_000) } },
    { ...echoTool, name: "wide out", outputSchema: { type: "object", description: "x".repeat(17_000) } },
    { ...echoTool, name: "deep", inputSchema: { type: "object", ...deep(100) } },
    { ...echoTool, title: "Second" },
    { ...echoTool, name: "a\u202eb" },
  ]
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  const { tools, leftOut } = await server.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["echo", "fits"],
  )
  assert.deepEqual(
    leftOut.map(({ name }) => name),
    ["wide", "wide out", "deep", "echo", "ab"],
  )
})

test("a description over the limit is cut at a word, and marked", async (t) => {
  const peer = await toolPeer(t)
  const texts = ["word ".repeat(500), "ö".repeat(1_025), "x".repeat(2_048)]
  peer.tools = texts.map((description, at) => ({ ...echoTool, name: `t${at}`, description }))
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  const { tools, leftOut } = await server.listTools()
  assert.deepEqual(leftOut, [])
  assert.deepEqual(valuesOf(tools, "isDescriptionCut"), [true, true, undefined])
  const [words, letters, fitting] = tools.map(({ description }) => description)
  assert.match(words ?? "", /^(word )+word…$/)
  assert.match(letters ?? "", /^ö+…$/)
  assert.equal(fitting, texts[2])
  for (const text of [words, letters]) {
    const bytes = Buffer.byteLength(text ?? "")
    assert.ok(bytes > 2_000 && bytes <= 2_048, `${bytes} bytes`)
  }
})

test("results lose invisible characters: control, bidi, tag and zero-width characters", async (t) => {
  const peer = await toolPeer(t)
  const dirty = "a\u202eb\u200bc\u{e0041}d\u0000e\tf\ng\u2066h\ufeffi\u00adj"
  peer.tools = [{ ...echoTool, description: dirty, title: dirty }]
  peer.on.set("tools/call", (response, { rpc }) => {
    reply(response, rpc, { content: [{ type: "text", text: dirty }], structuredContent: { [dirty]: [dirty] } })
  })
  const server = await toolServersFor([peer]).open({ url: peer.url }, never)
  const clean = "abcde\tf\nghij"
  const [tool] = (await server.listTools()).tools
  assert.deepEqual([tool?.description, tool?.title], [clean, clean])
  const answer = await server.callTool("echo", { text: "" })
  assert.deepEqual(answer, { text: clean, structured: { [clean]: [clean] }, isError: false })
})

test("401 and 403 become failures with the server's challenge", async (t) => {
  const peer = await toolPeer(t)
  const challenge = 'Bearer error="insufficient_scope", scope="write"'
  const server = await toolServersFor([peer]).open({ url: peer.url, bearer: "x" }, never)
  peer.on.set("tools/call", (response) => response.writeHead(403, { "www-authenticate": challenge }).end())
  await assert.rejects(server.callTool("echo", {}), (error) => {
    failsFor("insufficient scope")(error)
    assert.equal((error as ToolServerFailure).challenge, challenge)
    return true
  })
  peer.on.set("/mcp", (response) => response.writeHead(401, { "www-authenticate": "Bearer" }).end())
  await assert.rejects(server.callTool("echo", {}), failsFor("unauthorized"))
  await assert.rejects(toolServersFor([peer]).open({ url: peer.url }, never), failsFor("unauthorized"))
  assert.ok(
    peer.asked.every(({ path }) => path === "/mcp"),
    "nothing else was looked for",
  )
})

test("closing does not wait for a server that hangs on the end of a session", async (t) => {
  const peer = await toolPeer(t)
  peer.on.set("initialize", (response, { rpc }) => {
    const serverInfo = { name: "peer", version: "1" }
    reply(response.setHeader("mcp-session-id", "one"), rpc, {
      protocolVersion: "2025-06-18",
      capabilities: {},
      serverInfo,
    })
  })
  const deleted = new Promise((resolve) => peer.on.set("", (_, { method }) => resolve(method)))
  const server = await toolServersFor([peer], { silenceMs: 20_000, totalMs: 20_000 }).open({ url: peer.url }, never)
  const closed = server.close().then(() => "closed")
  assert.equal(await deleted, "DELETE")
  assert.equal(await Promise.race([closed, wait(15_000, "waits")]), "closed")
})

test("the caller's timeout counts as the server's silence, before a connection and within a call", async (t) => {
  const peer = await toolPeer(t)
  const servers = toolServersFor([peer])
  await assert.rejects(servers.open({ url: peer.url }, AbortSignal.timeout(0)), failsFor("silent"))
  const controller = new AbortController()
  const server = await servers.open({ url: peer.url }, controller.signal)
  peer.on.set("tools/call", () => controller.abort(new DOMException("Over.", "TimeoutError")))
  await assert.rejects(server.callTool("echo", {}), failsFor("silent"))
})

test("the caller's abort ends a call with its own reason", async (t) => {
  const peer = await toolPeer(t)
  const controller = new AbortController()
  const reason = new Error("stopped")
  const server = await toolServersFor([peer]).open({ url: peer.url }, controller.signal)
  peer.on.set("tools/call", () => controller.abort(reason))
  await assert.rejects(server.callTool("echo", {}), reason)
})
