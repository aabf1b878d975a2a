import { perform } from "#access/perform.ts"
import { getSignIn, getSignInLink } from "#domains/accounts/index.ts"
import { mailboxPath } from "../mailbox/load.ts"
import { ownPath } from "../own-path.ts"
import type { PageContent, Visit } from "../page.ts"
import { toAskedMail } from "./asked-mail.ts"

/** The path to which people are redirected after signing in, without another page. */
export const afterSignIn = "/workspaces"

/** The path to which a signed-in visitor is redirected, unless they want to use another account (`?another`). */
export function pastSignIn({ caller, query }: Visit): string | undefined {
  if (caller.kind !== "person" || query.another !== undefined) return undefined
  return ownPath(query.return_to, afterSignIn)
}

/** Asks for a passkey, or for an address to which a code and a link are mailed. */
export async function loadSignIn({ query, typed, formToken, refusal }: Visit) {
  const form = { action: "/sign-in", formToken }
  const returnTo = ownPath(typed.return_to ?? query.return_to, afterSignIn)
  const email = typed.email ?? ""
  const passkey = {
    options: { action: "/sign-in/passkey/options", formToken },
    form: { action: "/sign-in/passkey", formToken },
  }
  return {
    head: { title: "Sign in" },
    data: { form, email, returnTo, passkey, refusal },
  } satisfies PageContent
}

export async function loadSignInCode(visit: Visit) {
  const { app, caller, params, browser, formToken, refusal, typed } = visit
  const { email, returnTo, ...of } = await perform({ app, caller }, getSignIn, { signInId: params.signInId, browser })
  const mail = toAskedMail(of.mail, { now: app.now(), since: 0 })
  const form = { action: `/sign-in/code/${encodeURIComponent(params.signInId ?? "")}`, formToken }
  const again = { action: "/sign-in", formToken, email, returnTo }
  return {
    head: { title: "Enter code" },
    data: { form, code: typed.code ?? "", email, mail, again, mailboxPath: mailboxPath(visit) ?? null, refusal },
  } satisfies PageContent
}

/** Asks for a click before a mailed link signs a person in, because mail scanners open links, too. */
export async function loadSignInLink(visit: Visit) {
  const { app, caller, params, browser, formToken, refusal } = visit
  const { link = "" } = params
  const { email, isAskingBrowser } = await perform({ app, caller }, getSignInLink, { link, browser })
  const form = { action: `/sign-in/link/${encodeURIComponent(link)}`, formToken }
  return {
    head: { title: "Sign in" },
    data: { form, email, isAskingBrowser, refusal },
  } satisfies PageContent
}
