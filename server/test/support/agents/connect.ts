import assert from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import type { Caller } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { type Scope, scopes } from "#access/scopes.ts"
import {
  exchangeCode,
  findConnection,
  grantConsent,
  type Issued,
  startAuthorization,
} from "#domains/connections/index.ts"
import type { World } from "../worlds/world.ts"

export const clientId = "atelier-agents"
export const loopback = "http://localhost:41234/callback"
export const allScopes = Object.keys(scopes) as Scope[]

/** A client's state between the authorization request and the exchange of its code. */
export interface Pkce {
  codeVerifier: string
  codeChallenge: string
}

export function newPkce(): Pkce {
  const codeVerifier = randomBytes(32).toString("base64url")
  return { codeVerifier, codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url") }
}

export interface ConnectOptions {
  scopes?: readonly Scope[]
  reach?: "one" | "every"
  workspace?: string
}

type Base = Pick<World, "app" | "cx">

/** Makes a person allow a client, and returns the client's code. */
export async function consent({ app, cx }: Base, caller: Caller, options: ConnectOptions = {}) {
  const { scopes = allScopes, reach = "one", workspace = "studio" } = options
  const pkce = newPkce()
  const requestId = await startAuthorization(cx, {
    clientId,
    redirectUri: loopback,
    scopes,
    state: "a state",
    codeChallenge: pkce.codeChallenge,
  })
  const { code } = await perform({ app, caller }, grantConsent, { requestId, reach, workspace, scopes: [...scopes] })
  return {
    code,
    presented: { code, clientId, redirectUri: loopback, codeVerifier: pkce.codeVerifier, requestId: "test" },
  }
}

export interface Connected extends Issued {
  grantId: string
}

/** Connects an agent for a person: consent, code, tokens. */
export async function connect(world: Base, caller: Caller, options: ConnectOptions = {}): Promise<Connected> {
  const { presented } = await consent(world, caller, options)
  const issued = issuedOf(await exchangeCode(world.cx, presented))
  const connection = await findConnection(world.cx, issued.accessToken)
  assert.ok(connection)
  return { ...issued, grantId: connection.grantId }
}

/** Asserts that tokens were issued, and returns them. */
export function issuedOf(outcome: Issued | { refused: string; reason: string }): Issued {
  assert.ok("accessToken" in outcome, "refused" in outcome ? outcome.reason : "")
  return outcome
}
