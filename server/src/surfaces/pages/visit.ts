import { anonymous, type Caller } from "#access/context.ts"
import type { App } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import type { FindNetwork } from "../transport/client-network.ts"
import { formTokenFor } from "../transport/form-token.ts"
import type { HttpCall } from "../transport/http-call.ts"
import { callerOf, giveBrowser } from "../transport/session-cookie.ts"
import type { Needs, Visit } from "./page.ts"

interface Parts {
  app: App
  settings: Settings
  findNetwork: FindNetwork
}

/** Finds the visitor, and sets a cookie in the browser where the page needs one. */
export async function visitOf(parts: Parts, needs: Needs | undefined, { request, reply }: HttpCall): Promise<Visit> {
  const { app, findNetwork } = parts
  const caller = { ...(await callerOf(app, request)), network: findNetwork(request.raw) }
  const browser = needs === "browser" ? giveBrowser(app, request, reply) : ""
  const formToken = needs === undefined ? "" : formTokenFor(app, caller, browser)
  return { ...strangerOf(parts, { request, reply }), caller, browser, formToken }
}

/** The visit of a page that ignores who is signed in. */
export function strangerOf({ app, settings, findNetwork }: Parts, { request }: HttpCall): Visit {
  const { params, query } = request as { params: Visit["params"]; query: Visit["query"] }
  const caller = { ...anonymous, network: findNetwork(request.raw) }
  return {
    app,
    settings,
    params,
    query,
    caller,
    path: request.url,
    browser: "",
    formToken: "",
    refusal: null,
    typed: {},
  }
}

/** Whether the visitor must sign in before they get a page or a form. */
export function mustSignIn(needs: Needs | undefined, caller: Caller): boolean {
  return needs === "person" && caller.kind === "anonymous"
}

export function signInPath(path: string): string {
  return `/sign-in?${new URLSearchParams({ return_to: path })}`
}
