import assert from "node:assert/strict"
import type { Page } from "playwright-core"
import { readPage, type ShownForm } from "../pages/read-page.ts"
import type { StudioInBrowser } from "./studio.ts"

/** The code of a sign-in mail, once the mail has been sent. */
export async function codeFor({ mailTo }: Pick<StudioInBrowser, "mailTo">, email: string): Promise<string> {
  return String(/Code: (\d{8})/.exec(await mailTo(email, /Code: /))?.[1])
}

/** Signs the browser of a page in by the code in the mail, by sending the forms as one without scripts does. */
export async function signInWithoutScripts(studio: StudioInBrowser, page: Page, email: string): Promise<void> {
  const { request } = page.context()
  const headers = { accept: "text/html", origin: studio.baseUrl }
  const send = ({ action, fields }: ShownForm, typed: Record<string, string>) =>
    request.post(new URL(action, studio.baseUrl).href, { headers, form: { ...fields, ...typed }, maxRedirects: 0 })
  const first = await request.get("/sign-in", { headers })
  const asked = await send(readPage(await first.text()).form("Email me a code"), { email })
  const second = await request.get(String(asked.headers().location), { headers })
  const code = await codeFor(studio, email)
  const entered = await send(readPage(await second.text()).form("Sign in"), { code })
  assert.equal(entered.status(), 303, `${email} is signed in`)
}
