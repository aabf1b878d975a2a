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
  if (!url) throw refuse("is not a complete address", "Send one with its scheme, such as https://example.com/page.")
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw refuse("must start with https:// or http://", "Links lead to web pages only.")
  }
  if (url.username !== "" || url.password !== "") {
    throw refuse("holds a user name or a password", "Leave out everything between // and @.")
  }
  url.hostname = url.hostname.replace(/\.$/, "") // the same host, written in full
  if (!isPublicName(url.hostname)) {
    throw refuse(`leads to ${url.hostname}, which is not a name in the public DNS`, "Use the public name of the site.")
  }
  if (url.href.length > longestDestination) {
    throw refuse(`is longer than ${longestDestination} characters`, "Shorten its path or query.")
  }
  if (isOurs(cx, url.hostname) || (await isOwnedHostname(cx, url.hostname))) {
    throw refuse(
      "leads back to this service or to a domain of its links",
      "Use the address that people should end up at; links do not lead to other links.",
    )
  }
  return url.href
}

function isOurs({ addresses }: Cx, hostname: string): boolean {
  return Object.values(addresses).some((address) => new URL(address).hostname === hostname)
}

const refuse = (what: string, hint: string) => invalidInput(`\`destination\` ${what}.`, hint, "destination")
