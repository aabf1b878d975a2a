import type { Outside } from "#access/context.ts"
import type { Fetched } from "#adapters/http-fetch/port.ts"
import { userAgentOf } from "#kernel/addresses.ts"
import { randomText } from "#kernel/ids.ts"
import type { Keyring } from "#kernel/keyring.ts"

/** `unknown`: neither the DNS nor the name's server said where a name leads. */
export interface Lead {
  readonly leads: "here" | "through_proxy" | "elsewhere" | "unknown"
  readonly addresses: readonly string[]
  readonly proxy?: "cloudflare"
}

type Cx = Pick<Outside, "addresses" | "dns" | "http" | "keyring">

/** The path, on every host, at which the service proves that a request for a name reaches it. */
export const leadPath = "/.well-known/svc-domain/"

/** Proves that a request for this name reached the service. Another host's answer differs. */
export function leadToken(keyring: Keyring, hostname: string, nonce: string): string {
  return keyring.mac("domain-lead", `${hostname} ${nonce}`)
}

const nonceLetters = "abcdefghijklmnopqrstuvwxyz0123456789"
const nonceLength = 26

export const isNonce = (text: string) => text.length === nonceLength && /^[a-z0-9]+$/.test(text)

/**
 * Says where a name leads: by its CNAME, its addresses or, if `mayAsk`, behind a proxy that hides both, a request to it.
 * A name with both our addresses and others leads elsewhere, since visitors would reach either.
 */
export async function whereItLeads(
  cx: Cx,
  hostname: string,
  { cname, mayAsk }: { cname: readonly string[]; mayAsk: boolean },
): Promise<Lead> {
  const host = new URL(cx.addresses.short).hostname
  if (cname.includes(host)) return { leads: "here", addresses: [] }
  const found = await Promise.all([cx.dns.addresses(hostname), cx.dns.addresses(host)]).catch(() => undefined)
  if (found === undefined) return { leads: "unknown", addresses: [] }
  const [its, ours] = found
  const addresses = its.filter((address) => !ours.includes(address))
  if (addresses.length < its.length) return { leads: addresses.length === 0 ? "here" : "elsewhere", addresses }
  return { ...(its.length > 0 && mayAsk ? await askName(cx, hostname) : { leads: "elsewhere" }), addresses }
}

const question = { maxBytes: 1_000, timeoutMs: 2_500, returnsRedirects: true }

/** Asks a name for a fresh token, over https, and over http where a proxy gets no certificate from here yet. */
async function askName({ http, keyring, addresses }: Cx, hostname: string): Promise<Omit<Lead, "addresses">> {
  const nonce = randomText(nonceLetters, nonceLength)
  const headers = { "user-agent": userAgentOf(addresses, "Domains"), "cache-control": "no-cache" }
  let proxy: Pick<Lead, "proxy"> = {}
  for (const scheme of ["https", "http"]) {
    const url = `${scheme}://${hostname}${leadPath}${nonce}`
    const answer = await http.get(url, { ...question, headers }).catch(() => undefined)
    if (answer && isCloudflare(answer)) proxy = { proxy: "cloudflare" }
    if (answer && keyring.verify("domain-lead", `${hostname} ${nonce}`, answer.body.toString().trim())) {
      return { leads: "through_proxy", ...proxy }
    }
    if (answer && answer.status < 500) return { leads: "elsewhere", ...proxy }
  }
  return { leads: "unknown", ...proxy }
}

const isCloudflare = ({ headers }: Fetched) => "cf-ray" in headers || headers.server === "cloudflare"
