import type { PageWorld, Visited } from "../worlds/page-world.ts"
import { readPage } from "./read-page.ts"
import { openBrowser } from "./simple-browser.ts"

/** A browser without a session, at a started service. */
export function openBrowserAt(url: string) {
  const ask = async (path: string, { headers = {}, ...more }: RequestInit & { headers?: Record<string, string> }) => {
    const asked = {
      redirect: "manual",
      ...more,
      headers: { accept: "text/html", "sec-fetch-site": "same-origin", ...headers },
    } as const
    const response = await fetch(url + path, asked)
    const html = await response.text()
    const cookies = response.headers.getSetCookie()
    const answered = { ...Object.fromEntries(response.headers), "set-cookie": cookies }
    return { ...readPage(html), status: response.status, headers: answered as unknown as Visited["headers"], html }
  }
  const form = { "content-type": "application/x-www-form-urlencoded" }
  const service: Pick<PageWorld, "visit" | "submit"> = {
    visit: (path, headers = {}) => ask(path, { headers }),
    submit: (path, headers = {}, body = "") => ask(path, { method: "POST", headers: { ...form, ...headers }, body }),
  }
  return openBrowser(service)
}
