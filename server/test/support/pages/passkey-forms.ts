import assert from "node:assert/strict"
import { type Answered, consoleOf, tokenOf } from "../worlds/console-world.ts"
import type { PageWorld, Visited } from "../worlds/page-world.ts"
import type { Authenticator, Changes } from "./authenticator.ts"
import { fieldsOf, type ShownForm } from "./read-page.ts"
import type { Browser } from "./simple-browser.ts"

/**
 * The forms of a page that uses a passkey. Without scripts they stay hidden; `web/src/enhance/passkey.ts` requests
 * `options`, and posts the browser's result with `form`.
 */
export function passkeyForms(page: Visited): { options: ShownForm; form: ShownForm } {
  const [form, ...others] = page.all("form[data-passkey][hidden]")
  assert.ok(form && others.length === 0, page.html)
  const fields = fieldsOf(form)
  const { action = "", "data-passkey": options = "" } = form.attributes
  assert.equal(fields.response, "")
  return { options: { action: options, fields: { form_token: fields.form_token ?? "" } }, form: { action, fields } }
}

/** The parameters for the browser's passkeys, requested by a page's form. */
export async function askForOptions(browser: Browser, { options }: ReturnType<typeof passkeyForms>) {
  return JSON.parse((await browser.send(options)).html)
}

/** Adds a passkey to the browser's signed-in account, like the account page. */
export async function addPasskey(
  world: PageWorld,
  browser: Browser,
  by: { key: Authenticator; changes?: Changes },
): Promise<Answered> {
  const form_token = await tokenOf(browser)
  const options = JSON.parse((await browser.post("/account/passkeys/options", { form_token })).html)
  const response = by.key.create(options, by.changes)
  return consoleOf(world).ask(browser, "add-passkey", { name: "Key", response })
}

/** Requests a challenge on a sign-in page and answers it with the passkey. */
export async function usePasskey(browser: Browser, key: Authenticator, changes?: Changes): Promise<Visited> {
  const forms = passkeyForms(await browser.visit("/sign-in?return_to=/workspaces/new"))
  const options = await askForOptions(browser, forms)
  assert.equal(options.rpId, "localhost")
  assert.deepEqual(options.allowCredentials ?? [], [])
  return browser.send(forms.form, { response: key.get(options, changes) })
}
