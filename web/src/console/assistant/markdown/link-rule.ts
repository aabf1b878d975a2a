import type { ShownCall, ShownMessage } from "../../../../../server/src/contract/shown.ts"

/** What becomes of something that was written as a link. */
export type Judged =
  /** A page of this workspace, by its path. */
  | { readonly is: "ours"; readonly path: string }
  /** Leads out, to where the person or one of our own tools has named. */
  | { readonly is: "named"; readonly href: string; readonly host: string }
  /** Text, with the host that it would have led to. */
  | { readonly is: "foreign"; readonly host: string }

interface Place {
  /** Of the page, such as `https://studio.example`. */
  readonly origin: string
  /** The path that all pages of the workspace begin with, such as `/studio`. */
  readonly base: string
}

/**
 * Says what a link of a message may do: lead to a page of this workspace, or to an address that stood in the person's
 * own words or in a field of what one of our tools answered. All else is text, since its path could carry away what the
 * message was written from, and its words could name another place.
 */
export function judgeLink(to: string, place: Place, named: ReadonlySet<string>): Judged {
  const path = pathOf(to, place)
  if (path !== undefined) return { is: "ours", path }
  const url = URL.canParse(to) ? new URL(to) : undefined
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol)
  if (isWeb && named.has(url.href) && isPlain(to, url)) return { is: "named", href: url.href, host: url.host }
  return { is: "foreign", host: url ? url.host || url.protocol : "" }
}

/** Nothing in it says something else to people than to the browser. */
const isPlain = (to: string, url: URL) =>
  /^[\x21-\x7e]+$/.test(to) && url.username === "" && url.password === "" && !/\\|%(?:0|1)/.test(to)

/** The path within the workspace that a link leads to. Only the page's own origin, written as it is, has any. */
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

/** The addresses that links may lead to: those in the person's messages, and in what our own tools answered. */
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

/** What a tool of ours answered by itself. What the call was given is the model's word, also where it comes back. */
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
  if (/^https?:\/\//.test(text) && URL.canParse(text)) named.add(new URL(text).href)
}
