import { perform } from "#access/perform.ts"
import { getSignIn, getSignInLink } from "#domains/accounts/index.ts"
import { html } from "../transport/html.ts"
import { ownPath } from "./own-path.ts"
import type { PageContent, Visit } from "./page.ts"
import { hidden, plainForm, plainRefusal } from "./plain-form.ts"

/** Where people go after signing in when they wanted no page in particular. */
export const afterSignIn = "/account"

/** Asks for an address, to which a code and a link are mailed, or for a passkey. */
export async function loadSignIn({ query, typed, formToken, refusal }: Visit): Promise<PageContent<"sign-in">> {
  const form = { action: "/sign-in", formToken }
  const returnTo = ownPath(typed.return_to ?? query.return_to, afterSignIn)
  const email = typed.email ?? ""
  const passkey = {
    options: { action: "/sign-in/passkey/options", formToken },
    form: { action: "/sign-in/passkey", formToken },
  }
  const fields = html`<label>E-mail address <input type="email" name="email" value="${email}" required></label>${hidden("return_to", returnTo)}`
  return {
    head: { title: "Sign in" },
    data: { form, email, returnTo, passkey, refusal },
    plain: html`<h1>Sign in</h1>${plainRefusal(refusal)}${plainForm(form, fields, "Mail me a code")}`,
  }
}

/** Asks for the code that was mailed. */
export async function loadSignInCode(visit: Visit): Promise<PageContent<"sign-in-code">> {
  const { app, caller, params, browser, formToken, refusal, typed } = visit
  const { email, returnTo } = await perform({ app, caller }, getSignIn, { signInId: params.signInId, browser })
  const form = { action: `/sign-in/code/${encodeURIComponent(params.signInId ?? "")}`, formToken }
  const again = { action: "/sign-in", formToken, email, returnTo }
  const fields = html`<label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" required></label>`
  const same = html`${hidden("email", email)}${hidden("return_to", returnTo)}`
  return {
    head: { title: "Type the code" },
    data: { form, code: typed.code ?? "", email, again, refusal },
    plain: html`
      <h1>Look into your mailbox</h1>
      <p>A code is on the way to ${email}.</p>
      ${plainRefusal(refusal)}
      ${plainForm(form, fields, "Sign in")}
      ${plainForm(again, same, "Mail another code")}
    `,
  }
}

/** Asks for a click before a mailed link signs anybody in, because programs that check mail open links, too. */
export async function loadSignInLink(visit: Visit): Promise<PageContent<"sign-in-link">> {
  const { app, caller, params, browser, formToken, refusal } = visit
  const { link = "" } = params
  const { email, isAskingBrowser } = await perform({ app, caller }, getSignInLink, { link, browser })
  const form = { action: `/sign-in/link/${encodeURIComponent(link)}`, formToken }
  const warning = isAskingBrowser ? "" : "The mail was asked for in another browser. Go on only if that was you."
  return {
    head: { title: "Sign in" },
    data: { form, email, isAskingBrowser, refusal },
    plain: html`<h1>Sign in as ${email}?</h1><p>${warning}</p>${plainRefusal(refusal)}${plainForm(form, html``, "Sign in")}`,
  }
}
