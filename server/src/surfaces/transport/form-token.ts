import type { Caller } from "#access/context.ts"
import type { App } from "#access/perform.ts"
import { ServiceError } from "#kernel/error.ts"

type Cx = Pick<App, "keyring">

/**
 * The token in every form of this service's pages. Pages of other sites do not have it, so they cannot post these
 * forms. It is a MAC of the session or, before sign-in, of the browser's cookie, and it ends with the session.
 */
export function formTokenFor({ keyring }: Cx, caller: Caller, browser: string): string {
  return keyring.mac("form-token", holderOf(caller, browser))
}

/** Refuses a form that was not rendered for this browser's session. @throws ServiceError 403. */
export function checkFormToken(
  { keyring }: Cx,
  token: string | undefined,
  by: { caller: Caller; browser: string },
): void {
  const holder = holderOf(by.caller, by.browser)
  if (holder !== "" && keyring.verify("form-token", holder, token ?? "")) return
  throw new ServiceError("invalid_request", "This form has expired.", {
    status: 403,
    hint: "Reload the page and try again. Cookies must be enabled.",
  })
}

function holderOf(caller: Caller, browser: string): string {
  if (caller.kind === "person" && caller.sessionId !== undefined) return `session:${caller.sessionId}`
  return browser === "" ? "" : `browser:${browser}`
}
