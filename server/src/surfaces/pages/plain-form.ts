import { type Html, html } from "../transport/html.ts"
import type { PageForm, RefusalData } from "./page-data.ts"

/** Writes a form for a page without JavaScript, with its token; `fields` and the button stand in it. */
export function plainForm({ action, formToken }: PageForm, fields: Html, button: string): Html {
  return html`<form method="post" action="${action}">${hidden("form_token", formToken)}${fields}<button>${button}</button></form>`
}

/** A value that goes along with a form. */
export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`
}

/** Why a form was refused, if it was. */
export function plainRefusal(refusal: RefusalData | null): Html {
  return refusal ? html`<p role="alert"><strong>${refusal.message}</strong> ${refusal.hint ?? ""}</p>` : html``
}
