import { randomUUID } from "node:crypto"
import type { TestContext } from "node:test"
import type { App } from "#access/perform.ts"
import { type ConsoleActions, consoleActions } from "#surfaces/console/console-actions.ts"
import { type Browser, openBrowser, signIn } from "../pages/simple-browser.ts"
import { type PageWorld, pageWorld, type Visited } from "./page-world.ts"

type Name = keyof ConsoleActions
type Headers = Record<string, string>

export interface Answered {
  status: number
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it is.
  body: any
}

/** The headers that a browser adds to a request of the page's own. */
export const sameOrigin = { "sec-fetch-site": "same-origin" }

export interface ConsoleWorld {
  world: PageWorld
  /** Signs a new browser in. */
  enter(email: string): Promise<Browser>
  /** Calls an address of the console with these headers, and an empty input. */
  send(name: Name, headers: Headers): Promise<Answered>
  /** Calls an address of the console like a page of the workspace `studio`. */
  ask(browser: Browser, name: Name, input?: object): Promise<Answered>
}

/** A service, and a client of its console that behaves like a browser. */
export async function consoleWorld(
  t: TestContext,
  settings: Record<string, string> = {},
  change?: (app: App) => App,
): Promise<ConsoleWorld> {
  return consoleOf(await pageWorld(t, settings, change))
}

/** A client of a service's console that behaves like a browser. */
export function consoleOf(world: PageWorld): ConsoleWorld {
  const request = async (name: Name, { headers, input }: Request): Promise<Answered> => {
    const isChange = consoleActions[name].method === "POST"
    const query = new URLSearchParams({ workspace: "studio", ...(!isChange && { input: JSON.stringify(input) }) })
    const key = { "content-type": "application/json", "idempotency-key": randomUUID() }
    const answer = await world.server.inject({
      method: isChange ? "POST" : "GET",
      url: `/console/${name}?${query}`,
      headers: { ...headers, ...(isChange && key) },
      ...(isChange && { payload: JSON.stringify(input) }),
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }
  return {
    world,
    enter: async (email) => {
      const browser = openBrowser(world)
      await signIn(world, browser, email)
      return browser
    },
    send: (name, headers) => request(name, { headers, input: {} }),
    ask: async (browser, name, input = {}) => {
      const isChange = consoleActions[name].method === "POST"
      const token = isChange && { "svc-form-token": await tokenOf(browser) }
      return request(name, { headers: { ...browser.headers(), ...sameOrigin, ...token }, input })
    },
  }
}

interface Request {
  headers: Headers
  input: object
}

/** The form token of a session, which every page of a person contains. */
export async function tokenOf(browser: Browser): Promise<string> {
  return (await browser.visit("/account")).header.form("Sign out").fields.form_token ?? ""
}

/** The initial data of a console page for a read of this name. */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts what it is.
export function firstOf({ island, html }: Visited, name: Name): any {
  const found = island?.firstData.find(([read]: [{ name: string }]) => read.name === name)
  if (!found) throw new Error(`The page was not given ${name}.\n${html.slice(0, 500)}`)
  return found[1]
}
