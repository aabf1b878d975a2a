import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { TestContext } from "node:test"
import type { OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js"
import type { App } from "#access/perform.ts"
import type { Scope } from "#access/scopes.ts"
import { readSettings } from "#config/settings.ts"
import { freePort } from "../http/free-port.ts"
import { type OAuthWorld, oauthWorld } from "../worlds/oauth-world.ts"
import { clientId } from "./connect.ts"

/** The stored state of an agent's connection: the official clients' `OAuthClientProvider`. */
export interface Keeper {
  readonly redirectUrl: string
  readonly clientMetadata: { redirect_uris: string[]; client_name: string }
  state(): string
  clientInformation(): { client_id: string }
  tokens(): OAuthTokens | undefined
  saveTokens(tokens: OAuthTokens): void
  redirectToAuthorization(url: URL): Promise<void>
  saveCodeVerifier(verifier: string): void
  codeVerifier(): string
  invalidateCredentials(what: string): void
  // biome-ignore lint/suspicious/noExplicitAny: each line of the clients has a type of its own for it.
  discoveryState(): any
  saveDiscoveryState(state: unknown): void
}

export interface Agent {
  readonly keeper: Keeper
  /** The tokens of every response of the token endpoint. */
  readonly issued: OAuthTokens[]
  /** The authorization requests to which it redirected its person. */
  readonly asked: URL[]
  /** The last parameters at its loopback listener. */
  callback(): URLSearchParams
  /** Deletes its tokens. */
  forget(): void
  /** Replaces the access token with one that has ended. The refresh token stays. */
  outdate(): void
}

/** An access token that the service refuses like one that has ended. */
export const endedToken = "ended"

/** A whole service on a new port, with `member@studio.example` signed in in a browser, and with `parts` of its own. */
export async function listeningWorld(t: TestContext, parts: Partial<App> = {}): Promise<OAuthWorld & { base: string }> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const settings = { SVC_BASE_URL: base, SVC_RATE_READS: "100000" }
  const { addresses } = readSettings(settings)
  const world = await oauthWorld(t, settings, (app) => ({ ...app, ...parts, addresses }))
  await world.server.listen({ host: "127.0.0.1", port })
  return { ...world, base }
}

/** An agent whose person allows all requested scopes except those in `unticked`, at once and without a browser. */
export function openAgent(t: TestContext, world: OAuthWorld, unticked = new Set<Scope>()): Promise<Agent> {
  return openLoopbackAgent(t, async ({ pathname, search }) => {
    const without = Object.fromEntries([...unticked].map((scope) => [scope, undefined]))
    await fetch(await world.allow(await world.visit(pathname + search), without))
  })
}

/** An agent's side of the authorization, with a loopback listener. `visit` opens the page for its person. */
export async function openLoopbackAgent(t: TestContext, visit: (page: URL) => Promise<void>): Promise<Agent> {
  const { redirectUrl, received } = await openListener(t)
  let tokens: OAuthTokens | undefined
  let verifier = ""
  let discovered: unknown
  const issued: OAuthTokens[] = []
  const asked: URL[] = []
  const keeper: Keeper = {
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl], client_name: "A test's agent" },
    state: () => "a state of the agent's",
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => tokens,
    saveTokens: (saved) => {
      tokens = saved
      issued.push(saved)
    },
    redirectToAuthorization: (page) => {
      asked.push(page)
      return visit(page)
    },
    saveCodeVerifier: (saved) => {
      verifier = saved
    },
    codeVerifier: () => verifier,
    invalidateCredentials: () => {
      tokens = undefined
    },
    discoveryState: () => discovered,
    saveDiscoveryState: (state) => {
      discovered = state
    },
  }
  return {
    keeper,
    issued,
    asked,
    callback: () => {
      const params = received.at(-1)
      assert.equal(params?.get("state"), keeper.state())
      return params
    },
    forget: () => keeper.invalidateCredentials("tokens"),
    outdate: () => {
      if (tokens) tokens = { ...tokens, access_token: endedToken }
    },
  }
}

async function openListener(t: TestContext): Promise<{ redirectUrl: string; received: URLSearchParams[] }> {
  const received: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1")
    if (pathname === "/callback") received.push(searchParams)
    response.end("You may close this window.")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  t.after(() => server.close())
  return { redirectUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, received }
}
