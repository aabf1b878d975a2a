import assert from "node:assert/strict"
import { test } from "node:test"
import { mcpWorld } from "#test/support/worlds/mcp-world.ts"

const path = "/mcp?auth=required"
const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } },
}
const headers = { host: "localhost:3000" }

test("401 to everything without a token at the address that asks for one first, and only there", async (t) => {
  const { ask, post, callers, connect } = await mcpWorld(t)
  const messages = [
    initialize,
    { jsonrpc: "2.0", id: 2, method: "ping" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { no: "message" },
  ]
  for (const message of messages) {
    const refused = await post(path, message, headers)
    assert.equal(refused.status, 401, JSON.stringify(message))
    assert.equal(refused.body.error, "invalid_token")
  }
  for (const method of ["GET", "DELETE", "PUT"])
    assert.equal((await ask(method, path, { headers })).status, 401, method)
  const slash = await post("/mcp/?auth=required", initialize, headers)
  assert.equal(slash.status, 401)
  for (const open of ["/mcp", "/mcp?auth=", "/mcp?auth=required2", "/mcp?x=required"]) {
    assert.equal((await post(open, initialize, headers)).status, 200, open)
  }

  const { accessToken } = await connect(callers.member)
  const allowed = await post(path, initialize, { ...headers, authorization: `Bearer ${accessToken}` })
  assert.deepEqual([allowed.status, allowed.body.result.protocolVersion], [200, "2025-06-18"])
  assert.equal((await post(path, initialize, { ...headers, authorization: "Bearer ended" })).status, 401)
})

test("the challenge leads to metadata whose resource is that whole address", async (t) => {
  const { post, get } = await mcpWorld(t)
  for (const extra of [{}, { authorization: "Bearer ended" }]) {
    const { headers: challenge } = await post(path, initialize, { ...headers, ...extra })
    const [, url = ""] = /resource_metadata="([^"]+)"/.exec(challenge["www-authenticate"] ?? "") ?? []
    const { pathname, search } = new URL(url)
    assert.equal((await get(pathname + search)).body.resource, "http://localhost:3000/mcp?auth=required")
  }
  const beside = await get("/.well-known/oauth-protected-resource/mcp?auth=required")
  assert.equal(beside.body.resource, "http://localhost:3000/mcp?auth=required")
  assert.equal((await get("/.well-known/oauth-protected-resource/mcp")).body.resource, "http://localhost:3000/mcp")
})

test("429 for too many requests without a token there", async (t) => {
  const { post } = await mcpWorld(t, { settings: { SVC_RATE_READS: "3" } })
  const statuses = []
  for (let asked = 0; asked < 4; asked += 1) statuses.push((await post(path, initialize, headers)).status)
  assert.deepEqual(statuses, [401, 401, 401, 429])
})

test("a page of another origin may still ask what it may send there", async (t) => {
  const { ask } = await mcpWorld(t, { settings: { SVC_MCP_ORIGINS: "https://app.example" } })
  const preflight = { ...headers, origin: "https://app.example", "access-control-request-method": "POST" }
  assert.equal((await ask("OPTIONS", path, { headers: preflight })).status, 204)
})
