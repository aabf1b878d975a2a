import type { Member, Outside, Reading } from "#access/context.ts"
import { percentDecoded } from "#contract/link-name.ts"
import { isLinkHost, isPublicName } from "#domains/workspaces/index.ts"
import { invalidInput } from "#kernel/error.ts"
import { readPastedUrl } from "#kernel/typed-text.ts"

export const longestDestination = 2_048

type Cx = Reading & Member & Pick<Outside, "addresses">

/**
 * Parses a destination as browsers do (WHATWG URL). Parsing reveals that `java\tscript:` is a script, and that
 * `http://①②⑦.⓪.⓪.①/` is this machine. Throws 400 unless it is a public web address or a page of this service. Short
 * addresses are refused, since they could lead to each other in a loop.
 */
export async function readDestination(cx: Cx, text: string): Promise<string> {
  const written = readPastedUrl(text)
  const url = URL.parse(written)
  if (!url) throw refuse("is not a complete URL, such as https://example.com", "Copy the URL from the browser.")
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw refuse("must start with https:// or http://", "Use the URL of a web page.")
  }
  if (url.username !== "" || url.password !== "") {
    throw refuse("contains a user name or password", "Remove everything between // and @.")
  }
  url.hostname = url.hostname.replace(/\.$/, "") // the same host, written in full
  if (!isOurs(cx, url) && !isPublicName(url.hostname)) {
    throw refuse(`points to ${url.hostname}, which is not a public domain`, "Use the public domain of the site.")
  }
  const address = withApostrophes(url, written)
  if (address.length > longestDestination) {
    throw refuse(`is longer than ${longestDestination} characters`, "Shorten its path or query.")
  }
  if (pathOnShortHost(cx, url) !== undefined || (await isLinkHost(cx, url.hostname))) {
    throw refuse("is a short link itself", "Use the final destination.")
  }
  return address
}

/** The address of `url` with the apostrophes of its query as they were written; the URL standard encodes them there. */
function withApostrophes(url: URL, written: string): string {
  const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(written.replace(/[\t\n\r]/g, "")) ?? []
  const marks = query.match(/'|%27/g) ?? []
  return url.href.replace(/\?[^#]*/, (search) => search.replaceAll("%27", () => marks.shift() ?? "%27"))
}

/** Adds `https://` where a person left it out, as in `example.com/spring`. Other texts stay as they are. */
export function withScheme(text: string): string {
  const address = readPastedUrl(text)
  return /^[^\s/?#@:]+\.[^\s/?#@:]+(:\d+)?([/?#]|$)/.test(address) ? `https://${address}` : address
}

function isOurs({ addresses }: Pick<Cx, "addresses">, { host }: URL): boolean {
  return Object.values(addresses).some((address) => new URL(address).host === host)
}

/** The path of an address on the shared short host, below the host's own path. Undefined for other addresses. */
export function pathOnShortHost({ addresses }: Pick<Outside, "addresses">, { host, pathname }: URL) {
  const short = new URL(addresses.short)
  const root = short.pathname.replace(/\/$/, "")
  const isThere = host === short.host && `${percentDecoded(pathname)}/`.startsWith(`${root}/`)
  return isThere ? pathname.slice(root.length) : undefined
}

const refuse = (what: string, hint: string) => invalidInput(`Destination ${what}.`, hint, "destination")
