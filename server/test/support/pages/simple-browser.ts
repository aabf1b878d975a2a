import assert from "node:assert/strict"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { mailsTo } from "../formats/mails-to.ts"
import type { PageWorld, Visited } from "../worlds/page-world.ts"
import type { ShownForm } from "./read-page.ts"

/** A browser that stores its cookies, follows no redirects, and fills in forms of loaded pages. */
export interface Browser {
  cookies: Map<string, string>
  visit(path: string, headers?: Record<string, string>): Promise<Visited>
  /** Posts a form of a page with its values, except for the typed fields. */
  send(form: ShownForm, typed?: Record<string, string>): Promise<Visited>
  /** Posts any fields. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Visited>
  headers(): Record<string, string>
}

/** Opens a browser without a session. */
export function openBrowser(world: Pick<PageWorld, "visit" | "submit">): Browser {
  const cookies = new Map<string, string>()
  const headers = () =>
    cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }
  const keep = (answer: Visited): Visited => {
    for (const line of [answer.headers["set-cookie"] ?? []].flat() as string[]) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0/.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const post: Browser["post"] = async (path, fields, more = {}) =>
    keep(await world.submit(path, { ...headers(), ...more }, new URLSearchParams(fields).toString()))
  return {
    cookies,
    headers,
    post,
    visit: async (path, more = {}) => keep(await world.visit(path, { ...headers(), ...more })),
    send: ({ action, fields }, typed = {}) => post(action, { ...fields, ...typed }),
  }
}

/** Runs the outbox's jobs and returns the newest mail to `address`, with its code and its link. */
export async function newestMail(world: PageWorld, address: string) {
  await runDueJobs(world.app, jobs)
  const mail = mailsTo(world, address).at(-1)
  assert.ok(mail, `there is no mail to ${address}`)
  const { pathname = "" } = URL.parse(/http:\/\/\S+/.exec(mail.text)?.[0] ?? "") ?? {}
  return { ...mail, code: /Code: (\d{8})/.exec(mail.text)?.[1] ?? "", path: pathname }
}

/** Requests a sign-in mail; returns the page that asks for the code. */
export async function askForCode(browser: Browser, email: string, path = "/sign-in?another"): Promise<Visited> {
  const page = await browser.visit(path)
  const asked = await browser.send(page.form("Email me a code"), { email })
  assert.equal(asked.status, 303, asked.html)
  return browser.visit(String(asked.headers.location))
}

/** Signs a browser in by code. */
export async function signIn(world: PageWorld, browser: Browser, email: string): Promise<Visited> {
  const page = await askForCode(browser, email)
  const { code } = await newestMail(world, email)
  const entered = await browser.send(page.form("Sign in"), { code })
  assert.equal(entered.status, 303, entered.html)
  return entered
}
