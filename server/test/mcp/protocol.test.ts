import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { attachDomain } from "#domains/workspaces/index.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { allScopes } from "#test/support/agents/connect.ts"
import { rowsOf, valuesOf } from "#test/support/basics/values-of.ts"
import { mcpWorld } from "#test/support/worlds/mcp-world.ts"
import { joinElsewhere } from "#test/support/worlds/world.ts"

const version = { "mcp-protocol-version": "2025-06-18" }

test("200 for the open methods without a token, in the supported version", async (t) => {
  const { request } = await mcpWorld(t)

  for (const protocolVersion of ["2025-06-18", "2024-11-05", "2025-11-25", "2099-01-01"]) {
    const { status, body } = await request("initialize", { protocolVersion, capabilities: {}, clientInfo: {} })
    assert.equal(status, 200)
    assert.equal(body.result.protocolVersion, "2025-06-18")
    assert.deepEqual(body.result.capabilities, { tools: {}, resources: {} })
  }
  assert.deepEqual((await request("ping", undefined, version)).body.result, {})
  const { body } = await request("tools/list", {}, version)
  assert.deepEqual(
    valuesOf(body.result.tools, "name"),
    tools.map(({ name }) => name),
  )
})

test("200 for every resource in resources/list; any other is -32002, with its name", async (t) => {
  const { request } = await mcpWorld(t)
  const { body } = await request("resources/list")

  for (const { uri, mimeType } of body.result.resources) {
    const read = await request("resources/read", { uri })
    assert.equal(read.body.result.contents[0].mimeType, mimeType)
    assert.ok(read.body.result.contents[0].text.length > 200, uri)
    if (mimeType === "application/json") JSON.parse(read.body.result.contents[0].text)
  }
  for (const uri of ["file:///etc/passwd", "docs://auth/../../secret", "docs://nothing"]) {
    const { status, body } = await request("resources/read", { uri })
    assert.equal(status, 200)
    assert.equal(body.error.code, -32002)
    assert.deepEqual(body.error.data, { uri })
  }
})

test("200 with an empty list of resource templates, with and without a token", async (t) => {
  const { request, connect, callers } = await mcpWorld(t)
  const { accessToken } = await connect(callers.member)
  for (const headers of [{}, { authorization: `Bearer ${accessToken}` }]) {
    const { status, body } = await request("resources/templates/list", {}, headers)
    assert.equal(status, 200)
    assert.deepEqual(body.result, { resourceTemplates: [] })
  }
})

test("200 without a workspace's text in any open answer", async (t) => {
  const { request, callers, connect, call } = await mcpWorld(t)
  const { accessToken } = await connect(callers.member)
  await call(accessToken, "create_link", { destination: "https://example.com/", title: "canary-words" })

  const { body } = await request("resources/list")
  const reads = body.result.resources.map(({ uri }: { uri: string }) => request("resources/read", { uri }))
  for (const { text } of [...(await Promise.all(reads)), await request("tools/list"), await request("initialize")]) {
    assert.equal(/canary-words|@studio\.example/.test(text), false)
  }
})

test("200 with -32601 for an unknown method, -32602 for invalid parameters", async (t) => {
  const { request } = await mcpWorld(t)
  for (const method of ["prompts/list", "logging/setLevel", "resources/subscribe", "toString", "__proto__"]) {
    const { status, body } = await request(method)
    assert.equal(status, 200)
    assert.equal(body.error.code, -32601)
  }
  for (const [method, params] of [
    ["initialize", {}],
    ["tools/list", { cursor: "x" }],
    ["resources/read", {}],
  ] as const) {
    const { status, body } = await request(method, params)
    assert.equal(status, 200)
    assert.equal(body.error.code, -32602)
  }
})

test("202 without a body for notifications and responses", async (t) => {
  const { send } = await mcpWorld(t)
  for (const message of [
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    { jsonrpc: "2.0", id: 1, result: {} },
    { jsonrpc: "2.0", id: "a", error: { code: 1, message: "no" } },
  ]) {
    const { status, text } = await send(JSON.stringify(message))
    assert.equal(status, 202)
    assert.equal(text, "")
  }
})

test("200 for initialize with any version in its header; later requests must use the offered one", async (t) => {
  const { request } = await mcpWorld(t)
  for (const named of ["2024-11-05", "2025-03-26", "2025-11-25", "2026-07-28", "2099-01-01", "garbage", ""]) {
    const asked = { protocolVersion: named, capabilities: {}, clientInfo: {} }
    const { status, body } = await request("initialize", asked, { "mcp-protocol-version": named })
    assert.equal(status, 200, named)
    assert.equal(body.result.protocolVersion, "2025-06-18")
    assert.equal((await request("tools/list", {}, { "mcp-protocol-version": named })).status, 400, named)
  }
})

test("400 for an unsupported version, and for a probe without a version", async (t) => {
  const { request } = await mcpWorld(t)
  for (const named of ["2025-03-26", "2025-11-25", "garbage", "2025-06-18, 2025-06-18"]) {
    const { status, body } = await request("ping", {}, { "mcp-protocol-version": named })
    assert.equal(status, 400)
    assert.equal(body.error.code, -32600)
    assert.equal(Object.hasOwn(body, "id"), false)
  }
  assert.equal((await request("server/discover")).status, 400)
})

test("403 for a foreign Origin or Host; none, or this service's own, is accepted", async (t) => {
  const { request } = await mcpWorld(t)
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:3001" },
    { origin: "http://localhost.evil.example:3000" },
    { host: "evil.example" },
    { host: "evil.example:3000" },
    { host: "localhost:80" },
    { host: "192.168.0.1:3000" },
  ]) {
    const { status, body } = await request("ping", {}, headers)
    assert.equal(status, 403, JSON.stringify(headers))
    assert.equal(body.error.code, -32600)
  }
  for (const headers of [{}, { origin: "http://localhost:3000" }, { host: "127.0.0.1:3000" }, { host: "[::1]:3000" }]) {
    assert.equal((await request("ping", {}, headers)).status, 200)
  }
})

test("405 with Allow for every method but POST", async (t) => {
  const { server } = await mcpWorld(t)
  for (const url of ["/mcp", "/mcp/"]) {
    for (const method of ["GET", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS"] as const) {
      const { statusCode, headers } = await server.inject({ method, url, headers: { host: "localhost:3000" } })
      assert.equal(statusCode, 405)
      assert.equal(headers.allow, "POST")
    }
  }
})

test("a slash at the end of the address is the same address", async (t) => {
  const { server, connect, callers } = await mcpWorld(t)
  const { accessToken } = await connect(callers.member)
  const ask = (url: string, method: string, headers = {}) =>
    server.inject({
      method: "POST",
      url,
      headers: { host: "localhost:3000", "content-type": "application/json", ...headers },
      payload: { jsonrpc: "2.0", id: 1, method, params: { name: "list_links", arguments: {} } },
    })
  for (const headers of [{}, { authorization: `Bearer ${accessToken}` }, { "mcp-protocol-version": "2024-11-05" }]) {
    const [plain, slashed] = [await ask("/mcp", "tools/call", headers), await ask("/mcp/", "tools/call", headers)]
    assert.equal(slashed.statusCode, plain.statusCode)
    assert.equal(slashed.payload, plain.payload)
    assert.equal(slashed.headers["www-authenticate"], plain.headers["www-authenticate"])
  }
})

describe("scripts of a named origin", () => {
  const named = "https://client.example.com"
  const settings = { SVC_MCP_ORIGINS: `${named}, http://localhost:6274` }
  const asks = { "access-control-request-method": "POST", "access-control-request-headers": "authorization" }

  test("204 to their preflight, without credentials; 403 to those of others", async (t) => {
    const { server } = await mcpWorld(t, { settings })
    const ask = (origin: string) =>
      server.inject({ method: "OPTIONS", url: "/mcp", headers: { host: "localhost:3000", origin, ...asks } })

    for (const origin of [named, "http://localhost:6274"]) {
      const { statusCode, headers, payload } = await ask(origin)
      assert.equal(statusCode, 204)
      assert.equal(payload, "")
      assert.equal(headers["access-control-allow-origin"], origin)
      assert.equal(headers["access-control-allow-methods"], "POST")
      const allowed = String(headers["access-control-allow-headers"]).split(", ")
      for (const name of [
        "Authorization",
        "Content-Type",
        "Mcp-Protocol-Version",
        "Mcp-Method",
        "Mcp-Name",
        "SVC-Workspace",
      ]) {
        assert.ok(allowed.includes(name), name)
      }
      assert.equal(headers["access-control-allow-credentials"], undefined)
    }
    for (const origin of ["https://evil.example", `${named}.evil.example`, "https://client.example.com:8443", "null"]) {
      const { statusCode, headers } = await ask(origin)
      assert.equal(statusCode, 403)
      assert.equal(headers["access-control-allow-origin"], undefined)
    }
  })

  test("200 and refusals can be read by them, challenges too", async (t) => {
    const { request, send } = await mcpWorld(t, { settings: { ...settings, SVC_RATE_READS: "3" } })
    const answers = [
      [200, await request("ping", {}, { origin: named })],
      [401, await request("tools/call", { name: "list_links" }, { origin: named })],
      [400, await send("no JSON", { origin: named })],
      [400, await request("ping", {}, { origin: named, "mcp-protocol-version": "1999-01-01" })],
      [200, await request("ping", {}, { origin: named })],
      [429, await request("ping", {}, { origin: named })],
    ] as const
    for (const [wanted, { status, headers }] of answers) {
      assert.equal(status, wanted)
      assert.equal(headers["access-control-allow-origin"], named)
      assert.equal(headers.vary, "Origin")
      assert.equal(headers["access-control-allow-credentials"], undefined)
      const exposed = headers["access-control-expose-headers"]?.split(", ") ?? []
      for (const name of ["WWW-Authenticate", "Mcp-Session-Id", "RateLimit-Remaining", "Retry-After"]) {
        assert.ok(exposed.includes(name), name)
      }
    }
  })

  test("403 to all other origins, as without the setting; programs and own pages are not affected", async (t) => {
    const { request } = await mcpWorld(t, { settings })
    assert.equal((await request("ping", {}, { origin: "https://evil.example" })).status, 403)
    for (const headers of [{}, { origin: "http://localhost:3000" }]) {
      const { status, headers: answered } = await request("ping", {}, headers)
      assert.equal(status, 200)
      assert.equal(answered["access-control-allow-origin"], undefined)
    }
  })
})

test("401 for an invalid token, on every method; the challenge links to the metadata", async (t) => {
  const { request, server, send } = await mcpWorld(t)
  for (const authorization of ["Bearer svc_access_no", "Bearer", "Basic YTpi", "Bearer a b", "svc_access_no"]) {
    for (const method of ["initialize", "ping", "tools/list", "resources/list", "resources/read", "tools/call"]) {
      const { status, body, headers } = await request(method, {}, { authorization })
      assert.equal(status, 401, `${method} with ${authorization}`)
      assert.equal(body.error, "invalid_token")
      assert.match(headers["www-authenticate"] ?? "", /^Bearer error="invalid_token", /)
    }
  }
  const notification = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })
  assert.equal((await send(notification, { authorization: "Bearer no" })).status, 401)

  const { headers } = await request("tools/call", { name: "create_link" })
  const challenge = headers["www-authenticate"] ?? ""
  assert.deepEqual(/scope="([^"]*)"/.exec(challenge)?.[1]?.split(" "), allScopes)
  const url = new URL(/resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? "")
  const metadata = await server.inject({ url: url.pathname, headers: { host: url.host } })
  assert.equal(metadata.json().resource, "http://localhost:3000/mcp")
})

test("401 for a token in the query", async (t) => {
  const { server, connect, callers } = await mcpWorld(t)
  const { accessToken } = await connect(callers.member)
  const { statusCode } = await server.inject({
    method: "POST",
    url: `/mcp?access_token=${accessToken}`,
    headers: { host: "localhost:3000" },
    payload: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_workspaces" } },
  })
  assert.equal(statusCode, 401)
})

test("401 for a token that was issued for another resource", async (t) => {
  const { app, call, connect, callers } = await mcpWorld(t)
  const { accessToken } = await connect(callers.member)
  await app.database.transaction((db) => db.updateTable("grants").set({ resource: "http://elsewhere/mcp" }).execute())
  assert.equal((await call(accessToken, "list_workspaces")).status, 401)
})

test("403 with the tool's and the granted scopes, in the table's order", async (t) => {
  const { call, connect, callers } = await mcpWorld(t)
  const { accessToken } = await connect(callers.member, { scopes: ["workspace:read", "docs:read"] })
  const { status, headers } = await call(accessToken, "create_link", { destination: "https://example.com/" })
  assert.equal(status, 403)
  assert.match(headers["www-authenticate"] ?? "", /^Bearer error="insufficient_scope", /)
  assert.match(headers["www-authenticate"] ?? "", /scope="links:write docs:read workspace:read"/)
})

test("429 for a connection that calls too often, with the time to wait; others continue", async (t) => {
  const { call, request, connect, callers, record, server } = await mcpWorld(t, { settings: { SVC_RATE_TOOLS: "3" } })
  const { accessToken, grantId } = await connect(callers.member)
  for (let left = 2; left >= 0; left -= 1) {
    const { headers } = await call(accessToken, "list_workspaces")
    assert.equal(headers["ratelimit-remaining"], String(left))
  }
  for (let tries = 0; tries < 3; tries += 1) {
    const { status, headers, body } = await call(accessToken, "list_workspaces")
    assert.equal(status, 429)
    assert.equal(body.error, "rate_limited")
    assert.match(body.error_description, /^Too many calls\. The limit is 3 per minute\. Wait /)
    assert.ok(Number(headers["retry-after"]) >= 1)
    assert.equal(headers["ratelimit-limit"], "3")
  }
  const other = await connect(callers.member)
  assert.equal((await call(other.accessToken, "list_workspaces")).status, 200)
  assert.equal((await request("ping")).status, 200)
  await server.close()
  const outcomes = (await record(grantId)).map(({ outcome }) => outcome)
  assert.deepEqual(outcomes.sort(), ["ok", "ok", "ok", "rate_limited"], "a flood of refusals is one line a minute")
})

test("the header SVC-Workspace selects the workspace of a connection for every workspace", async (t) => {
  const { app, callWith, connect, callers, record, server, workspaceId } = await mcpWorld(t)
  const second = await joinElsewhere(app, callers.member)
  const { accessToken, grantId } = await connect(callers.member, { reach: "every", workspace: "studio" })
  const create = (destination: string, headers = {}) => callWith(headers)(accessToken, "create_link", { destination })

  await create("https://example.com/default")
  await create("https://example.com/named", { "svc-workspace": "Elsewhere" })

  const links = await app.database.read.selectFrom("short_links").select(["workspace_id", "destination"]).execute()
  assert.deepEqual(
    new Map(links.map((link) => [link.destination, link.workspace_id])),
    new Map([
      ["https://example.com/default", workspaceId],
      ["https://example.com/named", second],
    ]),
  )
  assert.equal((await create("https://example.com/", { "svc-workspace": "nobody-has-this" })).status, 404)
  assert.equal((await create("https://example.com/", { "svc-workspace": "not a slug" })).status, 400)
  await server.close()
  const carriedOut = (await record(grantId)).filter(({ outcome }) => outcome === "ok")
  assert.deepEqual(carriedOut.map((line) => line.workspace_id).sort(), [workspaceId, second].sort())
})

test("list_workspaces marks the workspace of the present calls, and every answer names its workspace", async (t) => {
  const { app, callWith, connect, callers } = await mcpWorld(t)
  await joinElsewhere(app, callers.member)
  const every = await connect(callers.member, { reach: "every", workspace: "studio" })
  const bound = await connect(callers.member, { workspace: "elsewhere" })
  const studio = { slug: "studio", name: "Studio Ada" }
  const elsewhere = { slug: "elsewhere", name: "Elsewhere" }
  const situations = [
    { token: every.accessToken, headers: {}, place: studio, reached: 2 },
    { token: every.accessToken, headers: { "svc-workspace": "elsewhere" }, place: elsewhere, reached: 2 },
    { token: bound.accessToken, headers: {}, place: elsewhere, reached: 1 },
  ]
  for (const { token, headers, place, reached } of situations) {
    const { workspace, workspaces } = (await callWith(headers)(token, "list_workspaces")).body.result.structuredContent
    assert.deepEqual(workspace, place)
    assert.equal(workspaces.length, reached)
    const current = workspaces.filter(({ is_current }: { is_current: boolean }) => is_current)
    assert.deepEqual([current.length, current[0].slug], [1, place.slug])
    const { body } = await callWith(headers)(token, "search_docs")
    assert.deepEqual(body.result.structuredContent.workspace, place)
  }
})

test("a person who left the default workspace still lists the others", async (t) => {
  const { app, call, connect, callers, workspaceId } = await mcpWorld(t)
  await joinElsewhere(app, callers.member)
  const { accessToken } = await connect(callers.member, { reach: "every", workspace: "studio" })
  await app.database.transaction((db) => db.deleteFrom("members").where("workspace_id", "=", workspaceId).execute())
  const { status, body } = await call(accessToken, "list_workspaces")
  assert.equal(status, 200)
  const { workspaces, ...rest } = body.result.structuredContent
  assert.deepEqual(rest, {}, "no workspace, since calls act in none")
  assert.deepEqual(rowsOf(workspaces, "slug", "is_current"), [["elsewhere", false]])
  assert.equal((await call(accessToken, "list_links")).status, 403)
})

test("the text of create_link says when the short name differs from the wished one", async (t) => {
  const { call, callers, connect } = await mcpWorld(t)
  const { accessToken } = await connect(callers.member, { scopes: ["links:write"] })
  const link = { destination: "https://example.com/" }
  const text = async (slug: string, more: object = {}) => {
    const { body } = await call(accessToken, "create_link", { ...link, slug, ...more })
    const { content, structuredContent } = body.result
    assert.deepEqual(JSON.parse(content[0].text), structuredContent)
    return [structuredContent.slug, content[1]?.text]
  }
  assert.deepEqual(await text("Spring_2026/menu.pdf"), ["Spring_2026/menu.pdf", undefined])
  const key = { idempotency_key: "summer" }
  for (const more of [key, key]) {
    const [slug, sentence] = await text("Summer Café!", more)
    assert.equal(slug, "Summer-Cafe")
    assert.match(sentence, /^The short name is “Summer-Cafe”\. Short names on the default domain have a–z, digits/)
  }
})

test("the text of create_link says when its domain does not lead here yet", async (t) => {
  const { act, call, callers, connect } = await mcpWorld(t)
  await act("admin", attachDomain, { domain: "go.example.com" }).catch(() => undefined) // the DNS may not answer
  const { accessToken } = await connect(callers.member, { scopes: ["links:write"] })
  const link = { destination: "https://example.com/", slug: "spring", domain: "go.example.com" }
  const { content, structuredContent } = (await call(accessToken, "create_link", link)).body.result
  assert.deepEqual(
    [structuredContent.short_url, structuredContent.state],
    ["https://go.example.com/spring", "domain_waiting"],
  )
  assert.equal(
    content[1].text,
    "The link does not work yet: it starts when the domain go.example.com leads to this service.",
  )
})
