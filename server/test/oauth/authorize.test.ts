import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { clientId } from "#test/support/agents/connect.ts"
import { type Fields, type OAuthWorld, oauthWorld, state } from "#test/support/worlds/oauth-world.ts"
import type { Visited } from "#test/support/worlds/page-world.ts"

const issuer = "http://localhost:3000"

async function countRequests({ app }: OAuthWorld): Promise<number> {
  return (await app.database.read.selectFrom("authorization_requests").select("id").execute()).length
}

/** The parameters of a redirect back to the client. */
function sentBack({ status, headers }: Visited): Record<string, string> {
  assert.equal(status, 303)
  const url = new URL(String(headers.location))
  assert.equal(url.origin + url.pathname, "http://localhost:41234/callback")
  return Object.fromEntries(url.searchParams)
}

/** The scopes that the consent page offers. */
function allowedBy(consent: Visited): string[] {
  return consent.all("input[type=checkbox][checked]").map((box) => box.getAttribute("name") ?? "")
}

describe("GET {auth_url}/oauth/authorize, before client and redirection are known", () => {
  const attacks = [
    "http://localhost:41234/callback/",
    "http://localhost:41234/callback?next=x",
    "http://localhost:41234/callback#x",
    "http://localhost:41234/Callback",
    "http://localhost:41234/callback/../evil",
    "http://localhost.evil.example/callback",
    "http://localhost:41234@evil.example/callback",
    "http://evil@localhost:41234/callback",
    "http://127.0.0.1.evil.example/callback",
    "http://127.1/callback",
    "http://[::1]:41234/callback",
    "http://0x7f000001/callback",
    "https://localhost:41234/callback",
    "http://localhost:0/callback",
    "http://localhost:65536/callback",
    "http://localhost:080/callback",
    "HTTP://LOCALHOST:41234/callback",
    " http://localhost:41234/callback",
    "http://localhost:41234/callback\n",
    "http://claude.ai/api/mcp/auth_callback",
    "https://claude.ai/api/mcp/auth_callback/",
    "https://claude.ai:443/api/mcp/auth_callback",
    "https://claude.ai.evil.example/api/mcp/auth_callback",
    "https://evil.example/?https://claude.ai/api/mcp/auth_callback",
    "javascript:alert(1)//callback",
  ]

  test("400 without a redirect for an address that is not registered exactly", async (t) => {
    const world = await oauthWorld(t)
    for (const redirect_uri of [...attacks, undefined, ""]) {
      const { status, headers, html } = await world.authorize({ redirect_uri })
      assert.equal(status, 400, String(redirect_uri))
      assert.equal(headers.location, undefined)
      assert.match(html, /redirect_uri is not registered/)
    }
    assert.equal(await countRequests(world), 0)
  })

  test("400 without a redirect when client or redirect URI is unknown or sent twice", async (t) => {
    const world = await oauthWorld(t)
    const good = "http://localhost:41234/callback"
    const faults: Fields[] = [
      { client_id: "another" },
      { client_id: undefined },
      { client_id: [clientId, clientId] },
      { redirect_uri: [good, good] },
      { redirect_uri: [good, "http://evil.example/callback"] },
    ]
    for (const fault of faults) {
      const { status, headers } = await world.authorize(fault)
      assert.equal(status, 400, JSON.stringify(fault))
      assert.equal(headers.location, undefined)
    }
    assert.equal(await countRequests(world), 0)
  })

  test("400 is a page that cannot be framed for a browser, and JSON for a program", async (t) => {
    const world = await oauthWorld(t)
    const page = await world.authorize({ client_id: "<script>" })
    assert.match(page.headers["content-type"] ?? "", /^text\/html/)
    assert.match(page.headers["content-security-policy"] ?? "", /frame-ancestors 'none'/)
    assert.ok(!page.html.includes("<script>"))
    const json = await world.get("/oauth/authorize", { accept: "application/json" })
    assert.equal(json.status, 400)
    assert.equal(json.body.error, "invalid_request")
    assert.equal(json.headers["cache-control"], "no-store")
  })

  test("405 for any method but GET, and HEAD starts nothing", async (t) => {
    const world = await oauthWorld(t)
    const { headers } = await world.authorize()
    const path = "/oauth/authorize?client_id=x"
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]) {
      const answer = await world.ask(method, path)
      assert.equal(answer.status, 405, method)
      assert.equal(answer.headers.allow, "GET")
      assert.equal(answer.headers["access-control-allow-origin"], undefined)
    }
    assert.equal(headers["access-control-allow-origin"], undefined)
    assert.equal(await countRequests(world), 1)
  })
})

describe("GET {auth_url}/oauth/authorize, once client and redirection are known", () => {
  test("303 to the consent page of the base address, which must not be cached", async (t) => {
    const world = await oauthWorld(t)
    for (const redirect_uri of [
      "http://localhost/callback",
      "http://localhost:1/callback",
      "http://127.0.0.1:65535/callback",
      "https://claude.ai/api/mcp/auth_callback",
    ]) {
      const { status, headers } = await world.authorize({ redirect_uri })
      assert.equal(status, 303, redirect_uri)
      assert.match(String(headers.location), /^http:\/\/localhost:3000\/consent\/authorization_\w+$/)
      assert.equal(headers["cache-control"], "no-store")
      assert.equal(headers["referrer-policy"], "no-referrer")
      assert.match(headers["ratelimit-limit"] ?? "", /^\d+$/)
    }
  })

  const faults: [string, Fields, string][] = [
    ["no response_type", { response_type: undefined }, "invalid_request"],
    ["the implicit grant", { response_type: "token" }, "unsupported_response_type"],
    ["a hybrid response", { response_type: "code token" }, "unsupported_response_type"],
    ["an answer in the fragment", { response_mode: "fragment" }, "invalid_request"],
    ["an answer in a form", { response_mode: "form_post" }, "invalid_request"],
    ["no challenge", { code_challenge: undefined }, "invalid_request"],
    ["no challenge method, which would be plain", { code_challenge_method: undefined }, "invalid_request"],
    ["the plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["a challenge that is too short", { code_challenge: "a".repeat(42) }, "invalid_request"],
    ["a challenge that is too long", { code_challenge: "a".repeat(44) }, "invalid_request"],
    ["a challenge with padding", { code_challenge: `${"a".repeat(42)}=` }, "invalid_request"],
    ["a scope that does not exist", { scope: "links:read admin" }, "invalid_scope"],
    ["only separators as scope", { scope: " + " }, "invalid_scope"],
    ["another resource", { resource: "https://evil.example/mcp" }, "invalid_target"],
    ["another resource beside ours", { resource: [`${issuer}/mcp`, "https://evil.example"] }, "invalid_target"],
    ["a resource with a query", { resource: `${issuer}/mcp?x=1` }, "invalid_target"],
    ["a resource with a fragment", { resource: `${issuer}/mcp#x` }, "invalid_target"],
    ["a parameter sent twice", { scope: ["links:read", "links:read"] }, "invalid_request"],
    ["an unknown parameter sent twice", { unknown: ["1", "2"] }, "invalid_request"],
  ]

  for (const [name, fault, error] of faults) {
    test(`303 back to the client with ${error} for ${name}`, async (t) => {
      const world = await oauthWorld(t)
      const answer = sentBack(await world.authorize(fault))
      assert.equal(answer.error, error)
      assert.equal(answer.state, state)
      assert.equal(answer.iss, issuer)
      // RFC 6749 §4.1.2.1: the characters that error_description may have.
      assert.match(answer.error_description ?? "", /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
      assert.equal(await countRequests(world), 0)
    })
  }

  test("303 back without a state that cannot be returned unchanged", async (t) => {
    const world = await oauthWorld(t)
    for (const bad of [["a", "b"], "tab\there", "null\0", "é", "x".repeat(4_097)]) {
      const answer = sentBack(await world.authorize({ state: bad }))
      assert.equal(answer.error, "invalid_request")
      assert.equal("state" in answer, false)
    }
  })

  test("303 to consent for every spelling of the tool server and the scopes", async (t) => {
    const world = await oauthWorld(t)
    for (const resource of [
      `${issuer}/mcp`,
      `${issuer}/mcp/`,
      issuer,
      `${issuer}/`,
      undefined,
      [`${issuer}/mcp`, issuer],
    ]) {
      assert.match(String((await world.authorize({ resource })).headers.location), /\/consent\//)
    }
    const { codeChallenge } = world.pkce
    for (const scope of ["docs:read+links:read", "docs:read%20links:read", "docs:read%2Blinks:read"]) {
      const query = `response_type=code&client_id=${clientId}&redirect_uri=http%3A%2F%2Flocalhost%2Fcallback&code_challenge=${codeChallenge}&code_challenge_method=S256&scope=${scope}`
      const { headers } = await world.visit(`/oauth/authorize?${query}`)
      const page = await world.person.visit(new URL(String(headers.location)).pathname)
      assert.deepEqual(allowedBy(page), ["links:read", "docs:read"])
    }
  })

  test("303 to a consent to read when no scope is requested", async (t) => {
    const world = await oauthWorld(t)
    for (const scope of [undefined, ""]) {
      const { headers } = await world.authorize({ scope })
      const page = await world.person.visit(new URL(String(headers.location)).pathname)
      assert.deepEqual(allowedBy(page), ["links:read", "docs:read", "drive:read", "workspace:read"])
    }
  })
})
