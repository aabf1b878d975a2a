import { readFileSync } from "node:fs"
import { readPage } from "../server/test/support/pages/read-page.ts"
import type { RunningServer } from "./servers.ts"

/** Signs the demo's owner in by the link that the server logs at its start; returns her cookies by name. */
export async function signInOwner({ url, dataDir }: RunningServer): Promise<Map<string, string>> {
  const link = /http:\/\/[^\s"\\]+\/sign-in\/link\/[^\s"\\]+/.exec(readFileSync(`${dataDir}/server.log`, "utf8"))?.[0]
  const cookies = new Map<string, string>()
  const page = await ask(String(link), cookies)
  const { action, fields } = readPage(await page.text()).form(/Sign in|Continue/)
  const signedIn = await ask(new URL(action, url).href, cookies, new URLSearchParams(fields))
  if (signedIn.status !== 303) throw new Error(`Signing in was answered with ${signedIn.status}.`)
  return cookies
}

export const cookieHeader = (cookies: Map<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")

async function ask(url: string, cookies: Map<string, string>, body?: URLSearchParams): Promise<Response> {
  const headers = { accept: "text/html", cookie: cookieHeader(cookies), "sec-fetch-site": "same-origin" }
  const answer = await fetch(url, { headers, redirect: "manual", ...(body && { method: "POST", body }) })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(name, value)
  }
  return answer
}

/** Gives the demo's offer away by a gift code; returns the path of the delivery. */
export async function giveDemo({ url }: RunningServer): Promise<string> {
  const body = JSON.stringify({ code: "GIFT-FULL", buyerEmail: "bo@example.com" })
  const headers = { "content-type": "application/json" }
  const answer = await fetch(`${url}/api/pay/demo/gift`, { method: "POST", headers, body })
  const { deliveryUrl } = (await answer.json()) as { deliveryUrl: string }
  return new URL(deliveryUrl).pathname
}

/** Requests the demo owner's consent for an app; returns the path of the consent page. */
export async function askConsent({ url }: RunningServer): Promise<string> {
  const asking = new URLSearchParams({
    response_type: "code",
    client_id: "atelier-agents",
    redirect_uri: "http://localhost:41234/callback",
    state: "a state",
    scope: "links:read links:write",
    // RFC 7636, appendix B.
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  })
  const answer = await fetch(`${url}/oauth/authorize?${asking}`, { redirect: "manual" })
  return new URL(String(answer.headers.get("location")), url).pathname
}
