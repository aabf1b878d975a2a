import type { ShownCall, ShownMessage } from "../../../../../server/src/contract/shown.ts"
import { parseUrl } from "../../../kit/newer-functions.ts"

/** The decision about a written link. */
export type Judged =
  /** A page of this workspace. */
  | { readonly is: "ours"; readonly path: string }
  /** An external URL that the person or a built-in tool has named. */
  | { readonly is: "named"; readonly href: string; readonly host: string }
  /** Rendered as text, followed by the host that it would have led to. */
  | { readonly is: "foreign"; readonly host: string }

interface Place {
  /** The page's origin, such as `https://studio.example`. */
  readonly origin: string
  /** The path prefix of the workspace, such as `/studio`. */
  readonly base: string
}

/**
 * Decides where a link of a message may lead: to a page of this workspace, or to a URL that occurred in the person's
 * own messages or in a fact of a built-in tool. Every other link is text: its path could leak what the model has read,
 * and its label could show another address.
 */
export function judgeLink(to: string, place: Place, named: ReadonlySet<string>): Judged {
  const path = pathOf(to, place)
  if (path !== undefined) return { is: "ours", path }
  const url = parseUrl(to)
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol)
  if (isWeb && named.has(url.href) && isPlain(to, url)) return { is: "named", href: url.href, host: url.host }
  return { is: "foreign", host: url ? url.host || url.protocol : "" }
}

/** Whether people and browsers read the URL in the same way: ASCII, no credentials, no encoded control characters. */
const isPlain = (to: string, url: URL) =>
  /^[\x21-\x7e]+$/.test(to) && url.username === "" && url.password === "" && !/\\|%(?:0|1)/.test(to)

/** The path of a link within the workspace; undefined for other links and for unusual spellings of the origin. */
function pathOf(to: string, { origin, base }: Place): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(to) || to.includes("\\")) return undefined
  const written = to.startsWith(`${origin}/`) ? to.slice(origin.length) : to
  if (!written.startsWith("/") || written.startsWith("//")) return undefined
  const url = new URL(written, origin)
  const isWithin = url.pathname === base || url.pathname.startsWith(`${base}/`)
  return url.origin === origin && isWithin ? `${url.pathname}${url.search}${url.hash}` : undefined
}

const address = /https?:\/\/[^\s<>"`]+/g
const trailing = ".,;:!?'*_~)]}"

/** The URLs that links may lead to: those in the person's messages and in the answers of built-in tools. */
export function namedIn(messages: readonly ShownMessage[]): ReadonlySet<string> {
  const named = new Set<string>()
  for (const { role, parts } of messages) {
    for (const part of parts) {
      if (part.type === "text" && role === "person") addAll(named, part.text)
      if (part.type === "call") for (const value of answeredBy(part.call)) add(named, value)
    }
  }
  return named
}

/** The facts of a built-in tool, without values from the call's arguments: the model wrote those. */
function answeredBy({ server, state, facts, arguments: given }: ShownCall): string[] {
  if (server !== null || state !== "done") return []
  const said = JSON.stringify(given)
  return facts.map(({ value }) => value).filter((value) => !said.includes(JSON.stringify(value).slice(1, -1)))
}

function addAll(named: Set<string>, text: string): void {
  for (const [found] of text.matchAll(address)) {
    add(named, found)
    let end = found.length
    while (end > 0 && trailing.includes(found[end - 1] ?? "")) end -= 1
    add(named, found.slice(0, end))
  }
}

function add(named: Set<string>, text: string): void {
  const url = /^https?:\/\//.test(text) ? parseUrl(text) : undefined
  if (url) named.add(url.href)
}
