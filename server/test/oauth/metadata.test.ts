import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { readSettings } from "#config/settings.ts"
import { clientId, loopback, newPkce } from "#test/support/agents/connect.ts"
import { httpWorld } from "#test/support/worlds/http-world.ts"

const server = "/.well-known/oauth-authorization-server"
const resource = "/.well-known/oauth-protected-resource"

const apart = {
  SVC_BASE_URL: "http://base.localhost",
  SVC_AUTH_URL: "http://auth.localhost",
  SVC_MCP_URL: "http://tools.localhost/v1/mcp",
}

/** A world with each surface on its own host. */
async function worldApart(t: Parameters<typeof httpWorld>[0], settings: Record<string, string> = apart) {
  const { addresses } = readSettings(settings)
  return httpWorld(t, { settings, change: (app) => ({ ...app, addresses }) })
}

describe("GET {auth_url}/.well-known/oauth-authorization-server", () => {
  test("200 with every existing endpoint, and no other", async (t) => {
    const { get } = await httpWorld(t)
    const { status, body, headers } = await get(server)
    assert.equal(status, 200)
    assert.equal(body.issuer, "http://localhost:3000")
    assert.equal(body.authorization_endpoint, "http://localhost:3000/oauth/authorize")
    assert.equal(body.token_endpoint, "http://localhost:3000/api/oauth/token")
    assert.deepEqual(body.code_challenge_methods_supported, ["S256"])
    assert.deepEqual(body.token_endpoint_auth_methods_supported, ["none"])
    assert.equal(body.authorization_response_iss_parameter_supported, true)
    assert.equal(body.agent_auth.skill, "http://localhost:3000/auth.md")
    for (const name of ["registration", "revocation", "introspection"]) assert.ok(!(`${name}_endpoint` in body))
    assert.ok(!JSON.stringify(body).includes("null"))
    assert.match(headers["content-type"] ?? "", /^application\/json/)
    assert.equal(headers["access-control-allow-origin"], "*")
    const again = await get(server, { "if-none-match": headers.etag ?? "" })
    assert.equal(again.status, 304)
  })

  test("204 for a preflight with the protocol version's header", async (t) => {
    const { ask } = await httpWorld(t)
    for (const path of [server, resource]) {
      const { status, headers } = await ask("OPTIONS", path)
      assert.equal(status, 204)
      assert.match(headers["access-control-allow-headers"] ?? "", /MCP-Protocol-Version/)
      assert.equal((await ask("HEAD", path)).status, 200)
    }
  })
})

describe("GET {mcp_base_url}/.well-known/oauth-protected-resource", () => {
  test("200 at the root and after the resource's path, with the authorization server's issuer", async (t) => {
    const { get } = await httpWorld(t)
    const { body } = await get(server)
    for (const path of [resource, `${resource}/mcp`]) {
      const answer = await get(path)
      assert.equal(answer.status, 200)
      assert.equal(answer.body.resource, "http://localhost:3000/mcp")
      assert.deepEqual(answer.body.authorization_servers, [body.issuer])
      assert.deepEqual(answer.body.scopes_supported, body.scopes_supported)
      assert.deepEqual(answer.body.bearer_methods_supported, ["header"])
    }
  })
})

describe("where the hosts differ", () => {
  test("200 on each document's own host, 307 to it from the base host, 404 elsewhere", async (t) => {
    const { get } = await worldApart(t)
    const at = (host: string, path: string) => get(path, { host })

    assert.equal((await at("auth.localhost", server)).body.issuer, "http://auth.localhost")
    for (const path of [resource, `${resource}/v1/mcp`]) {
      assert.equal((await at("tools.localhost", path)).body.resource, "http://tools.localhost/v1/mcp")
    }
    const toServer = await at("base.localhost", server)
    assert.deepEqual([toServer.status, toServer.headers.location], [307, `http://auth.localhost${server}`])
    const toResource = await at("base.localhost", resource)
    assert.deepEqual([toResource.status, toResource.headers.location], [307, `http://tools.localhost${resource}`])
    assert.equal((await at("tools.localhost", server)).status, 404)
    assert.equal((await at("auth.localhost", resource)).status, 404)
    assert.equal((await at("base.localhost", "/oauth/authorize")).status, 404)
    const asked = await at("auth.localhost", "/oauth/authorize?client_id=x")
    assert.equal(asked.status, 400)
  })

  test("303 from the authorization server's host to the consent on the base host, and neither elsewhere", async (t) => {
    const { get, ask } = await worldApart(t)
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: loopback,
      code_challenge: newPkce().codeChallenge,
      code_challenge_method: "S256",
    })
    const { headers } = await get(`/oauth/authorize?${query}`, { host: "auth.localhost" })
    const consent = new URL(headers.location ?? "")
    assert.equal(consent.host, "base.localhost")
    assert.equal((await get(consent.pathname, { host: "base.localhost" })).status, 303)
    assert.equal((await get(consent.pathname, { host: "auth.localhost" })).status, 404)
    const form = { "content-type": "application/x-www-form-urlencoded" }
    const tokenAt = (host: string) =>
      ask("POST", "/api/oauth/token", { headers: { ...form, host }, payload: "grant_type=password" })
    assert.equal((await tokenAt("auth.localhost")).body.error, "unsupported_grant_type")
    assert.equal((await tokenAt("base.localhost")).status, 404)
  })

  test("200 under the server's own path and, by RFC 8414, before that path", async (t) => {
    const { get } = await worldApart(t, {
      SVC_BASE_URL: "http://localhost:3000",
      SVC_AUTH_URL: "http://localhost:3000/auth",
    })
    for (const path of [`/auth${server}`, `${server}/auth`]) {
      assert.equal((await get(path)).body.issuer, "http://localhost:3000/auth")
    }
    const pointer = await get(server)
    assert.deepEqual([pointer.status, pointer.headers.location], [307, `http://localhost:3000${server}/auth`])
    assert.equal((await get("/auth/oauth/authorize")).status, 400)
  })
})

test("404 in JSON for every attempt to register a client", async (t) => {
  const { ask } = await httpWorld(t)
  const body = JSON.stringify({ redirect_uris: ["http://localhost/callback"] })
  for (const path of ["/register", "/oauth/register", "/api/oauth/register"]) {
    for (const [method, payload] of [
      ["POST", body],
      ["GET", undefined],
    ] as const) {
      const answer = await ask(method, path, { headers: { "content-type": "application/json" }, payload })
      assert.equal(answer.status, 404)
      assert.match(answer.body.error_description, /auth\.md/)
    }
  }
})
