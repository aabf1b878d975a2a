import type { Outside, Reading } from "#access/context.ts"
import { isPublicName } from "#domains/workspaces/index.ts"
import { invalidInput } from "#kernel/error.ts"
import { isOwnedHostname } from "./domain-lookup-store.ts"

export const longestDestination = 2_048

type Cx = Reading & Pick<Outside, "addresses">

/**
 * Parses a destination as browsers do (WHATWG URL). Parsing reveals that `java\tscript:` is a script, and that
 * `http://①②⑦.⓪.⓪.①/` is this machine. Throws 400 unless it is a public web address outside this service.
 */
export async function readDestination(cx: Cx, text: string): Promise<string> {
  const url = URL.parse(text.trim())
  if (!url) throw refuse("is not a complete URL, such as https://example.com", "Copy the URL from the browser.")
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw refuse("must start with https:// or http://", "Use the URL of a web page.")
  }
  if (url.username !== "" || url.password !== "") {
    throw refuse("contains a user name or password", "Remove everything between // and @.")
  }
  url.hostname = url.hostname.replace(/\.$/, "") // the same host, written in full
  if (!isPublicName(url.hostname)) {
    throw refuse(`points to ${url.hostname}, which is not a public domain`, "Use the public domain of the site.")
  }
  if (url.href.length > longestDestination) {
    throw refuse(`is longer than ${longestDestination} characters`, "Shorten its path or query.")
  }
  if (isOurs(cx, url.hostname) || (await isOwnedHostname(cx, url.hostname))) {
    throw refuse("points to this service or to a short link", "Use the final destination.")
  }
  return url.href
}

/** Adds `https://` where a person left it out, as in `example.com/spring`. Other texts stay as they are. */
export function withScheme(text: string): string {
  const address = text.trim()
  return /^[^\s/?#@:]+\.[^\s/?#@:]+(:\d+)?([/?#]|$)/.test(address) ? `https://${address}` : text
}

function isOurs({ addresses }: Cx, hostname: string): boolean {
  return Object.values(addresses).some((address) => new URL(address).hostname === hostname)
}

const refuse = (what: string, hint: string) => invalidInput(`Destination ${what}.`, hint, "destination")
