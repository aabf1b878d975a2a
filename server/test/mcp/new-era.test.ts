import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { test } from "node:test"
import { getConnection } from "#domains/connections/index.ts"
import { inBase64, type NewEraChanges, newEra, newEraRequest, serverInfoKey } from "#test/support/agents/new-era.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import type { HttpOptions } from "#test/support/worlds/http-world.ts"
import { type McpAnswer, mcpWorld, toolArguments } from "#test/support/worlds/mcp-world.ts"
import { joinElsewhere } from "#test/support/worlds/world.ts"

const serverInfo = { name: "atelier", title: "Atelier", version: "1.0.0" }
const unknownToken = { authorization: "Bearer svc_access_no" }

type Ask = (method: string, params?: Record<string, unknown>, changes?: NewEraChanges) => Promise<McpAnswer>

/** A service, and `ask`, which sends requests in the form of the new era. */
async function newEraWorld(t: TestContext, options: HttpOptions = {}) {
  const world = await mcpWorld(t, options)
  const ask: Ask = (method, params, changes) => {
    const { body, headers } = newEraRequest(method, params, changes)
    return world.send(body, headers)
  }
  const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  return { ...world, ask, withToken }
}

const eraOf = ({ body }: McpAnswer) => (body.result?.resultType === undefined ? "old" : "new")

test("a request's `_meta` or header selects its era, and nothing is remembered between requests", async (t) => {
  const { ask, request } = await newEraWorld(t)
  const initialize = { protocolVersion: newEra, capabilities: {}, clientInfo: {} }
  for (let times = 0; times < 2; times += 1) {
    assert.equal(eraOf(await ask("tools/list")), "new")
    assert.equal(eraOf(await request("tools/list")), "old")
    assert.equal(eraOf(await request("tools/list", {}, { "mcp-protocol-version": "2025-06-18" })), "old")
    for (const headers of [{}, { "mcp-protocol-version": newEra, "mcp-method": "initialize" }]) {
      const { status, body } = await request("initialize", initialize, headers)
      assert.deepEqual([status, body.result.protocolVersion, body.result.resultType], [200, "2025-06-18", undefined])
    }
    assert.equal((await request("ping")).status, 200)
  }
})

test("a version in `_meta` or the header of the new era is enough to select it, and then all is needed", async (t) => {
  const { ask, request } = await newEraWorld(t)
  const bare = { headers: { "mcp-protocol-version": undefined, "mcp-method": undefined } }
  const answers: [McpAnswer, number][] = [
    [await ask("tools/list", {}, bare), -32020],
    [await ask("tools/list", {}, { ...bare, meta: { protocolVersion: "2025-06-18" } }), -32020],
    [await ask("tools/list", {}, { ...bare, meta: { protocolVersion: null } }), -32602],
    [await ask("tools/list", {}, { headers: { "mcp-protocol-version": "2025-06-18" } }), -32020],
    [await request("tools/list", {}, { "mcp-protocol-version": newEra }), -32602],
    [await request("tools/list", { _meta: { progressToken: 1 } }, { "mcp-protocol-version": newEra }), -32602],
  ]
  for (const [{ status, body }, code] of answers) assert.deepEqual([status, body.error.code], [400, code])
})

test("faults are named in this order: `_meta`, headers, version, token, method", async (t) => {
  const { ask, callers, connect } = await newEraWorld(t)
  const { accessToken } = await connect(callers.member)
  const changes = {
    meta: { protocolVersion: "2099-01-01", clientCapabilities: undefined as object | undefined },
    headers: { "mcp-protocol-version": "2099-01-01", "mcp-method": "ping", ...unknownToken },
    id: "the request",
  }
  const answers: [number, unknown][] = []
  const step = async (method = "toString") => {
    const { status, body } = await ask(method, {}, changes)
    answers.push([status, body.error?.code ?? body.error ?? body.result.resultType])
    if (status !== 401) assert.equal(body.id, "the request")
  }
  await step()
  changes.meta.clientCapabilities = {}
  await step()
  changes.headers["mcp-method"] = "toString"
  await step()
  changes.meta.protocolVersion = newEra
  changes.headers["mcp-protocol-version"] = newEra
  await step()
  changes.headers.authorization = `Bearer ${accessToken}`
  await step()
  changes.headers["mcp-method"] = "tools/list"
  await step("tools/list")
  assert.deepEqual(answers, [
    [400, -32602],
    [400, -32020],
    [400, -32022],
    [401, "invalid_token"],
    [404, -32601],
    [200, "complete"],
  ])
})

test("400 with -32602 without a version or capabilities in `_meta`; a client's name is not needed", async (t) => {
  const { ask } = await newEraWorld(t)
  const broken: NonNullable<NewEraChanges["meta"]>[] = [
    ...[undefined, null, 7, {}, []].map((protocolVersion) => ({ protocolVersion })),
    ...[undefined, null, "x", true, []].map((clientCapabilities) => ({ clientCapabilities })),
  ]
  for (const meta of [null, ...broken]) {
    const { status, body } = await ask("server/discover", {}, { meta, id: 7 })
    assert.deepEqual([status, body.id, body.error.code], [400, 7, -32602], JSON.stringify(meta))
    assert.match(body.error.message, /`params\._meta` lacks `io\.modelcontextprotocol\/(protocolV|clientC)/)
  }
  for (const clientInfo of [undefined, null, 7, "x", [], {}, { name: 7 }, { name: "x".repeat(9_000) }]) {
    assert.equal((await ask("server/discover", {}, { meta: { clientInfo } })).status, 200, JSON.stringify(clientInfo))
  }
})

const read = { uri: "docs://scopes" }

test("400 with -32020 for a required header that is missing or differs from the body", async (t) => {
  const { ask, callers, connect } = await newEraWorld(t)
  const { accessToken } = await connect(callers.member)
  const authorization = `Bearer ${accessToken}`
  const call = { name: "create_link", arguments: toolArguments.create_link }
  const requests: [string, Record<string, unknown>, string, (string | undefined)[]][] = [
    ["tools/list", {}, "mcp-protocol-version", [undefined, "", "2025-06-18", "2099-01-01", "2026-07-28, 2025-06-18"]],
    [
      "tools/list",
      {},
      "mcp-method",
      [undefined, "", "TOOLS/LIST", "tools/call", inBase64("tools/list"), "tools/list, x"],
    ],
    ["tools/call", call, "mcp-name", [undefined, "", "list_links", "Create_link", "create_link, create_link"]],
    ["resources/read", read, "mcp-name", [undefined, "docs://auth", "docs://scopes/"]],
    ["tools/call", {}, "mcp-name", ["create_link", ""]],
    ["resources/read", { name: "docs://scopes" }, "mcp-name", ["docs://scopes"]],
  ]
  for (const [method, params, header, values] of requests) {
    for (const value of values) {
      const { status, body } = await ask(method, params, { headers: { authorization, [header]: value } })
      assert.deepEqual([status, body.id, body.error?.code], [400, 1, -32020], `${method} with ${header}: ${value}`)
      assert.match(body.error.message.toLowerCase(), new RegExp(`^the header \`${header}\``))
    }
  }
})

test("a header that no rule requires is ignored, and a call without a name has the method's own refusal", async (t) => {
  const { ask, callers, connect, withToken } = await newEraWorld(t)
  const { accessToken } = await connect(callers.member)
  const extra = { "mcp-name": "x", "mcp-param-region": "y", "mcp-session-id": "z", "last-event-id": "7" }
  assert.equal((await ask("tools/list", {}, { headers: extra })).status, 200)
  for (const [method, params] of [
    ["tools/call", {}],
    ["tools/call", { name: 7 }],
    ["resources/read", {}],
  ] as const) {
    const { status, body } = await ask(method, params, withToken(accessToken))
    assert.deepEqual([status, body.error.code], [200, -32602])
  }
})

test("a version that a client or a proxy sends twice is that version", async (t) => {
  const { ask } = await newEraWorld(t)
  const twice = { "mcp-protocol-version": `${newEra}, ${newEra}` }
  assert.equal((await ask("tools/list", {}, { headers: twice })).status, 200)
})

test("`Mcp-Name` may be in Base64, in its exact form only", async (t) => {
  const { ask, callers, connect, withToken } = await newEraWorld(t)
  const { accessToken } = await connect(callers.member)
  const { headers } = withToken(accessToken)
  const ofCall = (name: string) =>
    ask("tools/call", { name: "list_links" }, { headers: { ...headers, "mcp-name": name } })
  assert.ok((await ofCall(inBase64("list_links"))).body.result)
  const coded = inBase64("list_links")
  for (const name of [
    inBase64("list_docs"),
    coded.replace("base64", "BASE64"),
    coded.slice(0, -2),
    coded.replace(/=+\?=$/, "?="),
    coded.replace("?=", "=?="),
    coded.replace("bGlz", "bG lz"),
    coded.replace("bGlz", "bGl*"),
    `x${coded}`,
    "=?base64??=",
  ]) {
    const { status, body } = await ofCall(name)
    assert.deepEqual([status, body.error?.code], [400, -32020], name)
  }
  for (const uri of [
    "docs://Załączniki/世界",
    " docs://padded ",
    "docs://line\nbreak",
    "=?base64?literal?=",
    "\uFEFFdocs://",
  ]) {
    const { status, body } = await ask("resources/read", { uri }, { headers: { "mcp-name": inBase64(uri) } })
    assert.deepEqual([status, body.error.code, body.error.data], [200, -32602, { uri }])
  }
  const notUtf8 = { headers: { "mcp-name": inBase64(Buffer.from([0xff, 0xfe])) } }
  assert.equal((await ask("resources/read", { uri: "\uFFFD\uFFFD" }, notUtf8)).body.error.code, -32020)
})

test("400 with -32022 for another version, with the one that is supported", async (t) => {
  const { ask } = await newEraWorld(t)
  for (const requested of ["2025-06-18", "2025-11-25", "2026-07-29", "v999.0.0", "DRAFT-2026-v1"]) {
    const changes = { meta: { protocolVersion: requested }, headers: { "mcp-protocol-version": requested } }
    const { status, body } = await ask("server/discover", {}, changes)
    assert.deepEqual([status, body.id, body.error.code], [400, 1, -32022])
    assert.deepEqual(body.error.data, { supported: [newEra], requested })
  }
})

test("404 with -32601 for a method that the new era does not have", async (t) => {
  const { ask } = await newEraWorld(t)
  const removed = ["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"]
  for (const method of [...removed, "prompts/list", "completion/complete", "toString", "__proto__", ""]) {
    const { status, body } = await ask(method, { protocolVersion: "2025-06-18" })
    assert.deepEqual([status, body.jsonrpc, body.id, body.error.code], [404, "2.0", 1, -32601], method)
    assert.match(body.error.message, /server\/discover, .*tools\/call/)
  }
})

test("server/discover answers without a token with versions, capabilities and instructions", async (t) => {
  const { ask, request } = await newEraWorld(t)
  const { instructions } = (await request("initialize", { protocolVersion: "2025-06-18" })).body.result
  const { status, body } = await ask("server/discover")
  assert.equal(status, 200)
  assert.deepEqual(body.result, {
    resultType: "complete",
    supportedVersions: [newEra],
    capabilities: { tools: {}, resources: {} },
    instructions,
    ttlMs: 3_600_000,
    cacheScope: "public",
    _meta: { [serverInfoKey]: serverInfo },
  })
})

test("every result is that of the old era with its type and the server's name; lists say how long they hold", async (t) => {
  const { ask, request, callers, connect, withToken } = await newEraWorld(t)
  const { accessToken } = await connect(callers.member)
  const cacheable = { ttlMs: 3_600_000, cacheScope: "public" }
  const both: [string, Record<string, unknown>, object][] = [
    ["tools/list", {}, cacheable],
    ["resources/list", {}, cacheable],
    ["resources/templates/list", {}, cacheable],
    ["resources/read", read, cacheable],
    ["tools/call", { name: "list_links", arguments: {} }, {}],
    ["tools/call", { name: "get_team_time", arguments: {} }, {}],
  ]
  for (const [method, params, hints] of both) {
    const old = await request(method, params, withToken(accessToken).headers)
    const { status, body } = await ask(method, params, withToken(accessToken))
    const dress = { resultType: "complete", _meta: { [serverInfoKey]: serverInfo } }
    assert.equal(status, 200)
    assert.deepEqual(body.result, { ...old.body.result, ...dress, ...hints }, method)
    assert.deepEqual(valuesOf(body.result.tools ?? [], "name"), valuesOf(old.body.result.tools ?? [], "name"))
  }
  assert.doesNotMatch((await ask("tools/list")).text, /x-mcp-header/)
})

test("a resource that does not exist is -32602 with its name, and -32002 in the old era", async (t) => {
  const { ask, request } = await newEraWorld(t)
  const uri = "docs://nothing"
  const { status, body } = await ask("resources/read", { uri })
  assert.deepEqual([status, body.error.code, body.error.data], [200, -32602, { uri }])
  assert.equal((await request("resources/read", { uri })).body.error.code, -32002)
})

test("a tool fails with the same number, message and data in both eras", async (t) => {
  const { ask, request, callers, connect, withToken } = await newEraWorld(t)
  const [member, viewer] = [await connect(callers.member), await connect(callers.viewer)]
  const failures: [string, string, unknown, number][] = [
    [member.accessToken, "create_link", { destination: 1 }, -32602],
    [member.accessToken, "create_link", { destination: "example.com" }, 1400],
    [viewer.accessToken, "create_doc", { title: "A doc" }, 1403],
    [member.accessToken, "create_upload_link", { folder_path: "/nowhere" }, 1404],
    [member.accessToken, "list_streamelements_commands", {}, 1409],
    [member.accessToken, "no_such_tool", {}, -32602],
    [member.accessToken, "list_links", ["a"], -32602],
  ]
  for (const [token, name, args, code] of failures) {
    const params = { name, arguments: args }
    const old = await request("tools/call", params, withToken(token).headers)
    const { status, body } = await ask("tools/call", params, withToken(token))
    assert.deepEqual([status, body.error.code], [200, code])
    assert.deepEqual(body.error, old.body.error)
    assert.equal(body.result, undefined)
  }
})

test("tokens and challenges are the same in both eras", async (t) => {
  const { app, ask, request, callers, connect } = await newEraWorld(t)
  await joinElsewhere(app, callers.member)
  const [narrow, bound] = [await connect(callers.member, { scopes: ["docs:read"] }), await connect(callers.member)]
  const call = { name: "list_links", arguments: {} }
  const elsewhere = { authorization: `Bearer ${bound.accessToken}`, "svc-workspace": "elsewhere" }
  const requests: [number, string, Record<string, unknown>, Record<string, string>][] = [
    [401, "tools/call", call, {}],
    ...["tools/list", "resources/list", "resources/read", "tools/call", "server/discover", "toString"].map(
      (method): [number, string, Record<string, unknown>, Record<string, string>] => [401, method, {}, unknownToken],
    ),
    [403, "tools/call", call, { authorization: `Bearer ${narrow.accessToken}` }],
    [404, "tools/call", call, elsewhere],
    [400, "tools/call", call, { ...elsewhere, "svc-workspace": "not a slug" }],
  ]
  for (const [wanted, method, params, headers] of requests) {
    const old = await request(method, params, headers)
    const { status, body, headers: answered } = await ask(method, params, { headers })
    assert.deepEqual([old.status, status], [wanted, wanted], method)
    assert.equal(answered["www-authenticate"], old.headers["www-authenticate"])
    assert.deepEqual({ ...body, id: undefined }, { ...old.body, id: undefined })
  }
})

test("401 to server/discover at the address that asks for sign-in first; a token is enough", async (t) => {
  const { ask, post, callers, connect } = await newEraWorld(t)
  const { accessToken } = await connect(callers.member)
  const { body, headers } = newEraRequest("server/discover")
  const path = "/mcp?auth=required"
  const send = (more: object) => post(path, JSON.parse(body), { host: "localhost:3000", ...headers, ...more })
  const refused = await send({})
  assert.equal(refused.status, 401)
  assert.match(refused.headers["www-authenticate"] ?? "", /resource_metadata="[^"]*\?auth=required"/)
  const allowed = await send({ authorization: `Bearer ${accessToken}` })
  assert.deepEqual([allowed.status, allowed.body.result.supportedVersions], [200, [newEra]])
  assert.equal((await ask("server/discover")).status, 200)
})

test("`clientInfo` of any request with a token names the connection's program, and does nothing else", async (t) => {
  const { act, ask, callers, connect } = await newEraWorld(t)
  const { accessToken, grantId } = await connect(callers.member, { scopes: ["docs:read"] })
  const programOf = async () => (await act("member", getConnection, { id: grantId })).program
  const authorization = `Bearer ${accessToken}`
  const send = (method: string, clientInfo: unknown, headers: Record<string, string> = { authorization }) =>
    ask(method, { name: "list_links" }, { meta: { clientInfo }, headers: { "mcp-name": "list_links", ...headers } })

  await send("tools/list", { name: "stranger", version: "1" }, {})
  await send("tools/list", { name: "stranger", version: "1" }, unknownToken)
  assert.equal(await programOf(), null)
  await send("tools/list", { name: "claude-code", version: "2.1.0" })
  assert.equal(await programOf(), "claude-code 2.1.0")
  const owner = { name: "owner", title: "Atelier", version: "1", scopes: ["links:read"], accountId: "x" }
  assert.equal((await send("tools/call", owner)).status, 403)
  assert.equal(await programOf(), "Atelier 1")
  await send("server/discover", { name: "a\u202Eb\nc" })
  assert.equal(await programOf(), "ab c")
  for (const info of [undefined, null, "x", {}, { name: "" }]) await send("tools/list", info)
  assert.equal(await programOf(), "ab c")
})

test("a write that is retried in the other era gets the first answer, and is done once", async (t) => {
  const { app, ask, call, callers, connect, withToken } = await newEraWorld(t)
  const { accessToken } = await connect(callers.member)
  const retry = async (inNewEra: boolean, key: string) => {
    const args = { ...toolArguments.create_link, idempotency_key: key }
    const answer = inNewEra
      ? await ask("tools/call", { name: "create_link", arguments: args }, withToken(accessToken))
      : await call(accessToken, "create_link", args)
    const { content, structuredContent, resultType } = answer.body.result
    assert.equal(resultType, inNewEra ? "complete" : undefined)
    return { content, structuredContent }
  }
  for (const [key, order] of Object.entries({ "old-first": [false, true, false], "new-first": [true, false, true] })) {
    const answers = []
    for (const inNewEra of order) answers.push(await retry(inNewEra, key))
    for (const answer of answers) assert.deepEqual(answer, answers[0])
  }
  assert.equal((await app.database.read.selectFrom("short_links").selectAll().execute()).length, 2)
})

test("202 for a notification, 400 without an id for what is no request, 405 for other methods", async (t) => {
  const { send, server } = await newEraWorld(t)
  const { body, headers } = newEraRequest("tools/list")
  for (const params of [undefined, {}, { requestId: 1, _meta: JSON.parse(body).params._meta }]) {
    const notification = { jsonrpc: "2.0", method: "notifications/cancelled", params }
    const { status, text } = await send(JSON.stringify(notification), headers)
    assert.deepEqual([status, text], [202, ""])
  }
  for (const broken of [
    `[${body}]`,
    body.slice(1),
    "",
    "7",
    body.replace('"2.0"', '"1.0"'),
    '{"jsonrpc":"2.0","id":1,"result":{}}',
  ]) {
    const answer = await send(broken, headers)
    assert.equal(answer.status, 400, broken)
    assert.ok([-32600, -32700].includes(answer.body.error.code))
    assert.equal(Object.hasOwn(answer.body, "id"), false)
  }
  for (const method of ["GET", "DELETE"] as const) {
    const every = { host: "localhost:3000", ...headers }
    assert.equal((await server.inject({ method, url: "/mcp", headers: every })).statusCode, 405)
  }
})
