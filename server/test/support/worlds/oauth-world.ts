import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import type { App } from "#access/perform.ts"
import { clientId, loopback, newPkce, type Pkce } from "../agents/connect.ts"
import { type Browser, openBrowser, signIn } from "../pages/simple-browser.ts"
import type { HttpAnswer } from "./http-world.ts"
import { type PageWorld, pageWorld, type Visited } from "./page-world.ts"

/** Parameters by name. Undefined omits one, a list sends it repeatedly. */
export type Fields = Record<string, string | readonly string[] | undefined>

export interface OAuthWorld extends PageWorld {
  /** The browser of `member@studio.example`, signed in. */
  person: Browser
  pkce: Pkce
  /** Sends a valid authorization request with `changes`. */
  authorize(changes?: Fields, headers?: Record<string, string>): Promise<Visited>
  /**
   * Follows an authorization request to the consent page and allows it; returns the address to which it leads. A field
   * that is `undefined` is unticked.
   */
  allow(authorized: Pick<Visited, "status" | "headers" | "html">, fields?: ConsentFields): Promise<URL>
  /** Posts to the token endpoint. */
  token(fields: Fields, headers?: Record<string, string>): Promise<HttpAnswer>
  /** Exchanges a code, with `changes`. */
  exchange(code: string, changes?: Fields): Promise<HttpAnswer>
  /** The whole flow, from the request to tokens. */
  connectOverHttp(
    changes?: Fields,
    exchanged?: Fields,
  ): Promise<{ code: string; access_token: string; refresh_token: string }>
}

type ConsentFields = Readonly<Record<string, string | undefined>>

export const state = "af0if jsldkj"

/** A whole service with a signed-in person, and the client's side of the protocol. */
export async function oauthWorld(
  t: TestContext,
  settings: Record<string, string> = {},
  change?: (app: App) => App,
): Promise<OAuthWorld> {
  const world = await pageWorld(t, settings, change)
  const person = openBrowser(world)
  await signIn(world, person, "member@studio.example")
  const parts = { world, person, pkce: newPkce() }
  const authorize = authorizer(parts)
  const allow = allower(parts)
  const { token, exchange } = tokenAsker(parts)
  return {
    ...world,
    person,
    pkce: parts.pkce,
    authorize,
    allow,
    token,
    exchange,
    connectOverHttp: async (changes, exchanged) => {
      const code = (await allow(await authorize(changes))).searchParams.get("code") ?? ""
      const { status, body } = await exchange(code, exchanged)
      assert.equal(status, 200, JSON.stringify(body))
      return { code, ...body }
    },
  }
}

interface Parts {
  world: PageWorld
  person: Browser
  pkce: Pkce
}

function authorizer({ world, pkce }: Parts): OAuthWorld["authorize"] {
  return (changes = {}, headers = {}) => {
    const query = encode({
      response_type: "code",
      client_id: clientId,
      redirect_uri: loopback,
      code_challenge: pkce.codeChallenge,
      code_challenge_method: "S256",
      scope: "links:read workspace:read",
      state,
      ...changes,
    })
    return world.visit(`/oauth/authorize?${query}`, headers)
  }
}

function allower({ person }: Parts): OAuthWorld["allow"] {
  return async (authorized, fields = {}) => {
    assert.equal(authorized.status, 303, authorized.html)
    const { pathname, search } = new URL(String(authorized.headers.location))
    const page = await person.visit(pathname + search)
    assert.equal(page.status, 200, page.html)
    const { action, fields: shown } = page.form("Allow")
    const sent = Object.entries({ ...shown, reach: "one", workspace: "studio", ...fields })
    const ticked = sent.filter((field): field is [string, string] => field[1] !== undefined)
    const answer = await person.post(action, Object.fromEntries(ticked))
    assert.equal(answer.status, 200, answer.html)
    return addressOf(answer)
  }
}

/** Where a page leads by itself. */
export function addressOf(page: Visited): URL {
  const link = page.links.find(({ text }) => text.startsWith("Continue to "))
  assert.ok(link, page.html)
  return new URL(link.href)
}

function tokenAsker({ world, pkce }: Parts): Pick<OAuthWorld, "token" | "exchange"> {
  const token: OAuthWorld["token"] = (fields, headers = {}) => {
    const form = { "content-type": "application/x-www-form-urlencoded", ...headers }
    return world.ask("POST", "/api/oauth/token", { headers: form, payload: encode(fields) })
  }
  const exchange: OAuthWorld["exchange"] = (code, changes = {}) => {
    const { codeVerifier: code_verifier } = pkce
    const fields = {
      grant_type: "authorization_code",
      code,
      redirect_uri: loopback,
      client_id: clientId,
      code_verifier,
    }
    return token({ ...fields, ...changes })
  }
  return { token, exchange }
}

function encode(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, one as string]),
  )
  return new URLSearchParams(pairs).toString()
}
