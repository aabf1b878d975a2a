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
      assert.match(html, redirect_uri ? /The redirect_uri \S* ?is not registered/ : /redirect_uri is missing/)
    }
    assert.equal(await countRequests(world), 0)
  })

  test("400 names the address that was sent, and the accepted ones", async (t) => {
    const callbacks = "https://agent.example/cb?x=1,http://127.0.0.1:33418/,cursor://app/callback"
    const world = await oauthWorld(t, { SVC_OAUTH_CALLBACKS: callbacks })
    const { text } = await world.authorize({ redirect_uri: "http://127.0.0.1:19876/mcp/oauth/callback" })
    for (const named of [
      "The redirect_uri http://127.0.0.1:19876/mcp/oauth/callback is not registered.",
      "http://localhost:<port>/callback, http://127.0.0.1:<port>/callback",
      "https://agent.example/cb?x=1, http://127.0.0.1:<port>/, cursor://app/callback",
      "SVC_OAUTH_CALLBACKS",
    ]) {
      assert.ok(text.includes(named), `${named} in ${text}`)
    }
    for (const redirect_uri of [
      "https://e.example/pay now",
      "https://é.example/",
      `https://e.example/${"x".repeat(300)}`,
    ]) {
      const answer = await world.authorize({ redirect_uri }, { accept: "application/json" })
      assert.match(answer.html, /The redirect_uri is not registered/)
    }
  })

  test("400 for what differs from an operator's address by more than the port of this computer", async (t) => {
    const callbacks = "https://agent.example:8443/cb,http://127.0.0.1/oauth/callback,cursor://app/callback"
    const world = await oauthWorld(t, { SVC_OAUTH_CALLBACKS: callbacks })
    for (const redirect_uri of [
      ...["https://agent.example/cb", "https://agent.example:8444/cb", "cursor://app:1/callback", "cursor://app/"],
      ...["http://localhost:1/oauth/callback", "http://127.0.0.1:0/oauth/callback", "http://127.0.0.1:1/oauth/"],
      ...[
        "http://127.0.0.1:1/oauth/callback?x",
        "http://127.0.0.1:65536/oauth/callback",
        "http://127.0.0.1:1x/oauth/callback",
      ],
    ]) {
      assert.equal((await world.authorize({ redirect_uri })).status, 400, redirect_uri)
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
  test("303 to the consent for an operator's addresses: of this computer with any port, and of an app's scheme", async (t) => {
    const callbacks =
      "http://127.0.0.1:33418/,http://localhost/oauth/callback,http://[::1]/cb,com.app:/cb,cursor://a.b/cb"
    const world = await oauthWorld(t, { SVC_OAUTH_CALLBACKS: callbacks })
    const shown: [string, RegExp][] = [
      ["http://127.0.0.1/", /an app on this computer, 127\.0\.0\.1 \(/],
      ["http://127.0.0.1:50123/", /an app on this computer, 127\.0\.0\.1:50123 \(/],
      ["http://localhost:3334/oauth/callback", /an app on this computer, localhost:3334 \(/],
      ["http://[::1]:5/cb", /an app on this computer, \[::1\]:5 \(/],
      ["com.app:/cb", /an app on this computer, com\.app: \(/],
      ["cursor://a.b/cb", /an app on this computer, cursor:\/\/a\.b \(/],
    ]
    for (const [redirect_uri, words] of shown) {
      const authorized = await world.authorize({ redirect_uri })
      const page = await world.person.visit(new URL(String(authorized.headers.location)).pathname)
      assert.match(page.text, words)
      assert.ok((await world.allow(authorized)).href.startsWith(`${redirect_uri}?code=`))
    }
  })

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
    ["only scopes that do not exist", { scope: "openid admin" }, "invalid_scope"],
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
      `${issuer}/mcp?auth=required`,
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

  test("303 to a consent for the known scopes beside unknown ones, and the answer names what is granted", async (t) => {
    const world = await oauthWorld(t)
    for (const scope of ["openid links:read offline_access", "links:read links:READ", "mcp links:read+constructor"]) {
      const authorized = await world.authorize({ scope })
      const page = await world.person.visit(new URL(String(authorized.headers.location)).pathname)
      assert.deepEqual(allowedBy(page), ["links:read"], scope)
      const code = (await world.allow(authorized)).searchParams.get("code") ?? ""
      assert.equal((await world.exchange(code)).body.scope, "links:read")
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
