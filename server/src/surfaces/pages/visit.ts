import type { Caller } from "#access/caller.ts"
import type { App } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import type { FindNetwork } from "../transport/client-network.ts"
import { formTokenFor } from "../transport/form-token.ts"
import type { HttpCall } from "../transport/http-call.ts"
import { callerOf, giveBrowser } from "../transport/session-cookie.ts"
import type { Needs, Visit } from "./page.ts"

/** Finds the visitor, and sets a cookie in the browser where the page needs one. */
export async function visitOf(
  { app, settings, findNetwork }: { app: App; settings: Settings; findNetwork: FindNetwork },
  needs: Needs | undefined,
  { request, reply }: HttpCall,
): Promise<Visit> {
  const caller = { ...(await callerOf(app, request)), network: findNetwork(request.raw) }
  const browser = needs === "browser" ? giveBrowser(app, request, reply) : ""
  const { params, query } = request as { params: Visit["params"]; query: Visit["query"] }
  return {
    app,
    settings,
    params,
    query,
    caller,
    path: request.url,
    browser,
    formToken: needs === undefined ? "" : formTokenFor(app, caller, browser),
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
