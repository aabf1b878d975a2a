import assert from "node:assert/strict"
import { describe, test } from "node:test"
import * as oauth from "oauth4webapi"
import { clientId, loopback } from "#test/support/agents/connect.ts"
import { type OAuthWorld, oauthWorld } from "#test/support/worlds/oauth-world.ts"

const issuer = new URL("http://localhost:3000")
const client: oauth.Client = { client_id: clientId }

/** Passes the library's requests to the server without a socket. */
function optionsFor({ server }: OAuthWorld) {
  const send = async (url: string, { method, headers, body }: oauth.CustomFetchOptions<string, unknown>) => {
    const { pathname, search } = new URL(url)
    const payload = body === undefined || body === null ? {} : { payload: String(body) }
    const answer = await server.inject({ method: method as "GET", url: pathname + search, headers, ...payload })
    return new Response(answer.statusCode === 204 ? null : answer.payload, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    })
  }
  return { [oauth.customFetch]: send, [oauth.allowInsecureRequests]: true } as const
}

/** The state of a client before the redirect. */
async function startedBy(world: OAuthWorld) {
  const options = optionsFor(world)
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...options })
  const as = await oauth.processDiscoveryResponse(issuer, discovered)
  const codeVerifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const address = new URL(as.authorization_endpoint ?? "")
  address.search = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: loopback,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    scope: "links:read docs:read",
    state,
    resource: "http://localhost:3000/mcp",
  }).toString()
  return { options, as, codeVerifier, state, address }
}

async function connectedBy(world: OAuthWorld) {
  const { options, as, codeVerifier, state, address } = await startedBy(world)
  const redirected = await world.allow(await world.visit(address.pathname + address.search))
  const answer = oauth.validateAuthResponse(as, client, redirected, state)
  const exchange = () =>
    oauth.authorizationCodeGrantRequest(as, client, oauth.None(), answer, loopback, codeVerifier, options)
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, await exchange())
  const refresh = (token: string) => oauth.refreshTokenGrantRequest(as, client, oauth.None(), token, options)
  return { options, as, tokens, exchange, refresh }
}

/** The error code that the library reads from a refusal. */
async function refusalOf(as: oauth.AuthorizationServer, response: Response): Promise<string> {
  const processed = oauth.processRefreshTokenResponse(as, client, response)
  const error = await processed.then(
    () => assert.fail("it was not refused"),
    (error: unknown) => error,
  )
  assert.ok(error instanceof oauth.ResponseBodyError, String(error))
  return error.error
}

describe("an independent client library", () => {
  test("discovers, authorizes, checks iss and state, exchanges and refreshes", async (t) => {
    const world = await oauthWorld(t)
    const { as, tokens, refresh } = await connectedBy(world)
    assert.equal(tokens.token_type, "bearer")
    assert.equal(tokens.scope, "links:read docs:read")
    const again = await oauth.processRefreshTokenResponse(as, client, await refresh(tokens.refresh_token ?? ""))
    assert.ok(again.access_token && again.refresh_token !== tokens.refresh_token)
  })

  test("discovers the authorization server from the tool server", async (t) => {
    const world = await oauthWorld(t)
    const identifier = new URL("http://localhost:3000/mcp")
    const response = await oauth.resourceDiscoveryRequest(identifier, optionsFor(world))
    const metadata = await oauth.processResourceDiscoveryResponse(identifier, response)
    assert.deepEqual(metadata.authorization_servers, [issuer.origin])
  })

  test("reads the refusals of codes and tokens", async (t) => {
    const world = await oauthWorld(t)
    const { as, tokens, exchange, refresh } = await connectedBy(world)
    assert.equal(await refusalOf(as, await exchange()), "invalid_grant")
    assert.equal(await refusalOf(as, await refresh(tokens.refresh_token ?? "")), "invalid_grant")
    const other = { client_id: "another" }
    const { options } = await startedBy(world)
    const unknown = await oauth.refreshTokenGrantRequest(as, other, oauth.None(), "x", options)
    assert.equal(await refusalOf(as, unknown), "invalid_client")
    const secret = oauth.ClientSecretPost("s")
    const machine = await oauth.clientCredentialsGrantRequest(as, client, secret, {}, options)
    assert.equal(await refusalOf(as, machine), "unsupported_grant_type")
  })

  test("reads the refusal of a client with a secret as a challenge", async (t) => {
    const world = await oauthWorld(t)
    const { as, options } = await startedBy(world)
    const basic = await oauth.refreshTokenGrantRequest(as, client, oauth.ClientSecretBasic("s"), "x", options)
    await assert.rejects(oauth.processRefreshTokenResponse(as, client, basic), oauth.WWWAuthenticateChallengeError)
  })

  test("reads a denial and an error of the request, iss and state included", async (t) => {
    const world = await oauthWorld(t)
    const { as, state, address } = await startedBy(world)
    const denied = await world.allow(await world.visit(address.pathname + address.search), { decision: "deny" })
    const errorOf = (url: URL) => {
      try {
        oauth.validateAuthResponse(as, client, url, state)
      } catch (error) {
        assert.ok(error instanceof oauth.AuthorizationResponseError, String(error))
        return error.error
      }
      return assert.fail("it was not refused")
    }
    assert.equal(errorOf(denied), "access_denied")
    address.searchParams.set("scope", "everything")
    const { headers } = await world.visit(address.pathname + address.search)
    assert.equal(errorOf(new URL(String(headers.location))), "invalid_scope")
  })
})
