import {
  auth,
  createMCPClient,
  type OAuthAuthorizationServerInformation,
  type OAuthClientProvider,
  UnauthorizedError,
} from "@ai-sdk/mcp"
import * as openid from "openid-client"
import type { Keeper } from "./agent.ts"
import { clientId } from "./connect.ts"
import type { OpenClient } from "./official-clients.ts"

/** `@ai-sdk/mcp`, which looks for the new era first. There it wraps the error of a missing token in one of its own. */
export const openAiSdk: OpenClient = async (t, url, keeper) => {
  const authProvider = toAiSdkProvider(keeper)
  const client = await createMCPClient({ transport: { type: "http", url: url.href, authProvider } })
  t.after(() => client.close())
  return {
    callTool: (params) =>
      client.callTool(params).catch((error: Error) => {
        throw error.cause instanceof UnauthorizedError ? error.cause : error
      }),
    async finish(callback) {
      const { code = "", state = "", iss = "" } = Object.fromEntries(callback)
      const answer = { authorizationCode: code, callbackState: state, callbackIssuer: iss }
      await auth(authProvider, { serverUrl: url, ...answer })
    },
  }
}

/** This client refuses a code unless its program stored the authorization server before the redirect. */
function toAiSdkProvider(keeper: Keeper): OAuthClientProvider {
  let server: OAuthAuthorizationServerInformation | undefined
  return {
    ...keeper,
    storedState: keeper.state,
    authorizationServerInformation: () => server,
    saveAuthorizationServerInformation: (found) => {
      server = found
    },
  }
}

/** A program that signs in with `openid-client`, and asks for these scopes. It sends the tool server plain requests. */
export const openOpenidClient =
  (scope: string): OpenClient =>
  async (_t, url, keeper) => {
    const config = await discover(url)
    const call = (params: object) => send(config, { url, params, token: keeper.tokens()?.access_token ?? "" })
    return {
      async callTool(params) {
        const tokens = keeper.tokens()
        if (tokens === undefined) {
          await keeper.redirectToAuthorization(await authorizationPage(config, keeper, { scope, resource: url.href }))
          throw new Error("Unauthorized")
        }
        return call(params).catch(async (error: unknown) => {
          if (!(error instanceof openid.WWWAuthenticateChallengeError)) throw error
          keeper.saveTokens(await openid.refreshTokenGrant(config, tokens.refresh_token ?? ""))
          return call(params)
        })
      },
      async finish(callback) {
        const address = new URL(`${keeper.redirectUrl}?${callback}`)
        const checks = { pkceCodeVerifier: keeper.codeVerifier(), expectedState: keeper.state() }
        keeper.saveTokens(await openid.authorizationCodeGrant(config, address, checks))
      },
    }
  }

/** The library does not read a resource's metadata (RFC 9728), so the program asks for the issuer itself. */
async function discover(url: URL): Promise<openid.Configuration> {
  const metadata = await fetch(new URL(`/.well-known/oauth-protected-resource${url.pathname}`, url))
  const { authorization_servers } = (await metadata.json()) as { authorization_servers: string[] }
  const issuer = new URL(String(authorization_servers[0]))
  return openid.discovery(issuer, clientId, undefined, openid.None(), {
    algorithm: "oauth2",
    execute: [openid.allowInsecureRequests], // plain http on this machine
  })
}

async function authorizationPage(config: openid.Configuration, keeper: Keeper, asked: Record<string, string>) {
  const verifier = openid.randomPKCECodeVerifier()
  keeper.saveCodeVerifier(verifier)
  return openid.buildAuthorizationUrl(config, {
    redirect_uri: keeper.redirectUrl,
    state: keeper.state(),
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...asked,
  })
}

interface Call {
  url: URL
  params: object
  token: string
}

async function send(config: openid.Configuration, { url, params, token }: Call): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })
  const headers = new Headers({ "content-type": "application/json", accept: "application/json, text/event-stream" })
  const response = await openid.fetchProtectedResource(config, token, url, "POST", body, headers)
  const { result, error } = (await response.json()) as Answer
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return result ?? {}
}

interface Answer {
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}
