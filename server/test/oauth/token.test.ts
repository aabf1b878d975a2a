import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { describe, test } from "node:test"
import { type Kysely, sql } from "kysely"
import { findConnection } from "#domains/connections/index.ts"
import { clientId, newPkce } from "#test/support/agents/connect.ts"
import { brokenDatabase } from "#test/support/databases/broken-database.ts"
import type { HttpAnswer } from "#test/support/worlds/http-world.ts"
import { type Fields, type OAuthWorld, oauthWorld } from "#test/support/worlds/oauth-world.ts"

const form = { "content-type": "application/x-www-form-urlencoded" }

async function newCode(world: OAuthWorld, changes: Fields = {}): Promise<string> {
  return (await world.allow(await world.authorize(changes))).searchParams.get("code") ?? ""
}

/** A refusal by RFC 6749 §5.2, without further fields. */
function assertRefused({ status, headers, body }: HttpAnswer, error: string, expected = 400): void {
  assert.deepEqual([status, body.error], [expected, error], JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ["error", "error_description"])
  assert.match(body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  assert.match(headers["content-type"] ?? "", /^application\/json/)
  assert.equal(headers["cache-control"], "no-store")
  assert.equal(headers.pragma, "no-cache")
}

describe("POST {auth_url}/api/oauth/token with a code", () => {
  test("200 with every field of RFC 6749 §5.1, uncached, without nulls", async (t) => {
    const world = await oauthWorld(t)
    const { status, headers, body } = await world.exchange(await newCode(world))
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body).sort(), ["access_token", "expires_in", "refresh_token", "scope", "token_type"])
    assert.equal(body.token_type, "Bearer")
    assert.equal(body.expires_in, 3600)
    assert.equal(body.scope, "links:read workspace:read")
    assert.equal(headers["cache-control"], "no-store")
    assert.match(headers["content-type"] ?? "", /^application\/json/)
    assert.equal(headers["access-control-allow-origin"], "*")
    assert.equal(headers["access-control-allow-credentials"], undefined)
  })

  test("200 for any spelling of the tool server as the resource", async (t) => {
    const world = await oauthWorld(t)
    for (const resource of ["http://localhost:3000/mcp", "http://localhost:3000/mcp/", "http://localhost:3000"]) {
      assert.equal((await world.exchange(await newCode(world), { resource })).status, 200)
    }
    const code = await newCode(world)
    assertRefused(await world.exchange(code, { resource: "https://evil.example" }), "invalid_target")
    assert.equal((await world.exchange(code)).status, 200)
  })

  test("400 invalid_grant for the second use, after which the first token is refused", async (t) => {
    const world = await oauthWorld(t)
    const { code, access_token } = await world.connectOverHttp()
    assert.ok(await findConnection(world.cx, access_token))
    assertRefused(await world.exchange(code), "invalid_grant")
    assert.equal(await findConnection(world.cx, access_token), undefined)
  })

  test("400 invalid_grant after a minute", async (t) => {
    const world = await oauthWorld(t)
    const code = await newCode(world)
    world.clock.advance(60_000)
    assertRefused(await world.exchange(code), "invalid_grant")
  })

  test("400 for a wrong verifier or another redirect URI, and the code stays valid", async (t) => {
    const world = await oauthWorld(t)
    const code = await newCode(world)
    assertRefused(await world.exchange(code, { code_verifier: newPkce().codeVerifier }), "invalid_grant")
    assertRefused(await world.exchange(code, { code_verifier: world.pkce.codeChallenge }), "invalid_grant")
    assertRefused(await world.exchange(code, { redirect_uri: "http://localhost:41235/callback" }), "invalid_grant")
    assertRefused(await world.exchange(code, { redirect_uri: "http://127.0.0.1:41234/callback" }), "invalid_grant")
    for (const code_verifier of ["a".repeat(42), "a".repeat(129), `${"a".repeat(43)} `, undefined, ""]) {
      assertRefused(await world.exchange(code, { code_verifier }), "invalid_request")
    }
    for (const name of ["code", "redirect_uri"]) {
      assertRefused(await world.exchange(code, { [name]: undefined }), "invalid_request")
    }
    assert.equal((await world.exchange(code)).status, 200)
  })

  test("200 with the longest verifier", async (t) => {
    const world = await oauthWorld(t)
    const code_verifier = "-._~".repeat(32)
    const code_challenge = createHash("sha256").update(code_verifier).digest("base64url")
    const code = await newCode(world, { code_challenge })
    assert.equal((await world.exchange(code, { code_verifier })).status, 200)
  })
})

describe("POST {auth_url}/api/oauth/token with a refresh token", () => {
  const refresh = (world: OAuthWorld, refresh_token: string, changes: Fields = {}) =>
    world.token({ grant_type: "refresh_token", refresh_token, client_id: clientId, ...changes })

  test("200 with a new pair; the previous token gets the same successor", async (t) => {
    const world = await oauthWorld(t)
    const first = await world.connectOverHttp()
    const second = await refresh(world, first.refresh_token, { resource: "http://localhost:3000/mcp" })
    assert.equal(second.status, 200)
    assert.notEqual(second.body.refresh_token, first.refresh_token)
    world.clock.advance(3_600_000)
    const again = await refresh(world, first.refresh_token)
    assert.equal(again.body.refresh_token, second.body.refresh_token)
  })

  test("400 invalid_grant for a stolen token, and the whole chain is revoked", async (t) => {
    const world = await oauthWorld(t)
    const first = await world.connectOverHttp()
    const second = await refresh(world, first.refresh_token)
    const third = await refresh(world, second.body.refresh_token)
    world.clock.advance(60_001)
    assertRefused(await refresh(world, first.refresh_token), "invalid_grant")
    assertRefused(await refresh(world, third.body.refresh_token), "invalid_grant")
    assert.equal(await findConnection(world.cx, third.body.access_token), undefined)
  })

  test("200 for less, 400 for more than was granted", async (t) => {
    const world = await oauthWorld(t)
    const { refresh_token } = await world.connectOverHttp({ scope: "links:read docs:read" })
    assert.equal((await refresh(world, refresh_token, { scope: "docs:read" })).body.scope, "docs:read")
    assertRefused(await refresh(world, refresh_token, { scope: "links:write" }), "invalid_scope")
    assertRefused(await refresh(world, refresh_token, { scope: "links:read everything" }), "invalid_scope")
    assertRefused(await refresh(world, refresh_token, { resource: "https://evil.example" }), "invalid_target")
    assert.equal((await refresh(world, refresh_token)).body.scope, "links:read docs:read")
  })

  test("400 for a token that is missing, unknown, or of another kind", async (t) => {
    const world = await oauthWorld(t)
    const { access_token, code } = await world.connectOverHttp()
    assertRefused(await refresh(world, ""), "invalid_request")
    for (const token of ["x", access_token, code, "null\0"]) assertRefused(await refresh(world, token), "invalid_grant")
  })
})

describe("POST {auth_url}/api/oauth/token with an invalid request", () => {
  test("400 unsupported_grant_type for every other grant, with any other parameters", async (t) => {
    const world = await oauthWorld(t)
    for (const grant_type of [
      ...["password", "client_credentials", "implicit", "urn:ietf:params:oauth:grant-type:token-exchange"],
      ...["urn:ietf:params:oauth:grant-type:jwt-bearer", "urn:ietf:params:oauth:grant-type:device_code"],
      ...["constructor", "__proto__"],
    ]) {
      assertRefused(await world.token({ grant_type, client_id: clientId }), "unsupported_grant_type")
      const basic = { authorization: "Basic eDp5" }
      assertRefused(await world.token({ grant_type, client_id: clientId }, basic), "unsupported_grant_type")
    }
    assertRefused(await world.token({ client_id: clientId }), "invalid_request")
  })

  test("200 for Basic with the client's identifier and an empty secret, with or without it in the body", async (t) => {
    const world = await oauthWorld(t)
    const encoded = `${encodeURIComponent(clientId).replaceAll("-", "%2D")}:`
    for (const credentials of [`${clientId}:`, encoded]) {
      for (const client_id of [clientId, undefined]) {
        const redirect_uri = "http://localhost:41234/callback"
        const code = await newCode(world)
        const fields = { grant_type: "authorization_code", code, redirect_uri, client_id }
        const authorization = `Basic ${btoa(credentials)}`
        const answer = await world.token({ ...fields, code_verifier: world.pkce.codeVerifier }, { authorization })
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
        const { refresh_token } = answer.body
        const refreshed = await world.token(
          { grant_type: "refresh_token", refresh_token, client_id },
          { authorization },
        )
        assert.deepEqual([refreshed.status, refreshed.headers["ratelimit-limit"]], [200, "3000"])
      }
    }
  })

  test("401 invalid_client with a challenge for a client that sends credentials in the header", async (t) => {
    const world = await oauthWorld(t)
    const code = await newCode(world)
    const { codeVerifier: code_verifier } = world.pkce
    const redirect_uri = "http://localhost:41234/callback"
    const fields = { grant_type: "authorization_code", code, redirect_uri, client_id: clientId, code_verifier }
    const basics = [`${clientId}:secret`, "another:", ":", "", clientId, `${clientId}::`, "%zz:"]
    for (const authorization of [...basics.map((text) => `Basic ${btoa(text)}`), "Basic x", "Bearer x", ""]) {
      const answer = await world.token(fields, { authorization })
      assertRefused(answer, "invalid_client", 401)
      assert.match(answer.headers["www-authenticate"] ?? "", /^Basic /)
    }
    const { client_id: _named, ...without } = fields
    assertRefused(await world.token(without, { authorization: `Basic ${btoa("another:")}` }), "invalid_client", 401)
    assert.equal((await world.exchange(code)).status, 200)
  })

  test("400 invalid_client for a secret, an assertion, or another client", async (t) => {
    const world = await oauthWorld(t)
    const code = await newCode(world)
    assertRefused(await world.exchange(code, { client_secret: "s" }), "invalid_client")
    assertRefused(await world.exchange(code, { client_assertion: "s" }), "invalid_client")
    assertRefused(await world.exchange(code, { client_id: "another" }), "invalid_client")
    assertRefused(await world.exchange(code, { client_id: undefined }), "invalid_client")
    assert.equal((await world.exchange(code, { client_secret: "" })).status, 200)
  })

  test("400 invalid_request for a parameter sent twice", async (t) => {
    const world = await oauthWorld(t)
    const code = await newCode(world)
    for (const fields of [{ code: [code, code] }, { client_id: [clientId, clientId] }, { other: ["1", "2"] }]) {
      assertRefused(await world.exchange(code, fields), "invalid_request")
    }
    assert.equal((await world.exchange(code)).status, 200)
  })

  test("400 invalid_request for anything that is not a form", async (t) => {
    const world = await oauthWorld(t)
    const path = "/api/oauth/token"
    const json = JSON.stringify({ grant_type: "refresh_token", refresh_token: "x", client_id: clientId })
    assertRefused(
      await world.ask("POST", path, { headers: { "content-type": "application/json" }, payload: json }),
      "invalid_request",
    )
    assertRefused(
      await world.ask("POST", path, { headers: { "content-type": "text/plain" }, payload: "x" }),
      "invalid_request",
    )
    assertRefused(
      await world.ask("POST", path, { headers: { "content-type": "multipart/form-data" }, payload: "x" }),
      "invalid_request",
    )
    for (const type of [
      `${form["content-type"]}, application/json`,
      `application/json, ${form["content-type"]}`,
      "x",
    ]) {
      const payload = `grant_type=refresh_token&client_id=${clientId}&refresh_token=x`
      const answer = await world.ask("POST", path, { headers: { "content-type": type }, payload })
      assertRefused(answer, "invalid_request")
      assert.match(answer.body.error_description, /^[ !#-[\]-~]+$/)
    }
    assertRefused(await world.ask("POST", path), "invalid_request")
    assertRefused(await world.ask("POST", path, { headers: form, payload: "" }), "invalid_request")
    assertRefused(
      await world.ask("POST", `${path}?grant_type=refresh_token`, { headers: form, payload: "" }),
      "invalid_request",
    )
    assertRefused(
      await world.ask("POST", path, { headers: form, payload: `x=${"y".repeat(20_000)}` }),
      "invalid_request",
      413,
    )
  })

  test("405 for any other method, and 204 for a preflight", async (t) => {
    const world = await oauthWorld(t)
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      const answer = await world.ask(method, "/api/oauth/token")
      assertRefused(answer, "invalid_request", 405)
      assert.equal(answer.headers.allow, "POST, OPTIONS")
    }
    const asked = await world.ask("OPTIONS", "/api/oauth/token", { headers: { origin: "https://app.example" } })
    assert.equal(asked.status, 204)
    assert.equal(asked.headers["access-control-allow-origin"], "*")
    assert.match(asked.headers["access-control-allow-headers"] ?? "", /Content-Type/)
  })

  test("429 with Retry-After when a client asks too often from a network; other clients are not affected", async (t) => {
    const world = await oauthWorld(t, { SVC_RATE_TOKENS: "5" })
    const ask = (client_id: string | undefined) => world.token({ grant_type: "refresh_token", client_id })
    let answer = await ask(undefined)
    for (let asked = 1; asked < 6; asked += 1) answer = await ask(undefined)
    assert.deepEqual([answer.status, answer.body.error], [429, "rate_limited"])
    assert.match(answer.headers["retry-after"] ?? "", /^\d+$/)
    const json = { "content-type": "application/json" }
    assert.equal((await world.token({}, json)).status, 429, "what is no form counts, too")

    const registered = await ask(clientId)
    assert.deepEqual([registered.status, registered.headers["ratelimit-remaining"]], [400, "4"])
  })

  test("200 after any number of calls without a token from the same network", async (t) => {
    const world = await oauthWorld(t, { SVC_RATE_READS: "30" })
    const { refresh_token } = await world.connectOverHttp()
    const ping = () => world.post("/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }, { host: "localhost:3000" })
    let pinged = await ping()
    for (let asked = 0; asked < 40 && pinged.status !== 429; asked += 1) pinged = await ping()
    assert.equal(pinged.status, 429)

    const refreshed = await world.token({ grant_type: "refresh_token", refresh_token, client_id: clientId })
    assert.equal(refreshed.status, 200)
    assert.equal(refreshed.headers["ratelimit-limit"], "3000")
  })

  test("500 server_error without the cause when the database is down", async (t) => {
    let isBroken = false
    const world = await oauthWorld(t, {}, (app) => {
      const broken = brokenDatabase(app)
      return new Proxy(app, { get: (whole, name) => Reflect.get(isBroken ? broken : whole, name) })
    })
    const code = await newCode(world)
    isBroken = true
    const answer = await world.exchange(code)
    assert.equal(answer.status, 500)
    assert.equal(answer.body.error, "server_error")
    assert.ok(!JSON.stringify(answer.body).includes("secret"))
  })
})

test("the database contains no usable secret", async (t) => {
  const world = await oauthWorld(t)
  const { code, access_token, refresh_token } = await world.connectOverHttp()
  const pending = await newCode(world)
  const next = await world.token({ grant_type: "refresh_token", refresh_token, client_id: clientId })
  const secrets = [code, pending, access_token, refresh_token, next.body.access_token, next.body.refresh_token]
  secrets.push(...world.person.cookies.values())
  assert.ok(secrets.length >= 7 && secrets.every((secret) => secret.length > 40))

  const named = sql<{ name: string }>`select name from sqlite_master where type = 'table'`
  const tables = await named.execute(world.app.database.read as Kysely<unknown>)
  let dump = ""
  for (const { name } of tables.rows) {
    dump += JSON.stringify(
      await world.app.database.read
        .selectFrom(name as "grants")
        .selectAll()
        .execute(),
    )
  }
  assert.match(dump, /"grant_\w+"/)
  for (const secret of secrets) {
    assert.ok(!dump.includes(secret))
    assert.ok(!dump.includes(secret.slice(-43)), "without its prefix")
  }
})
