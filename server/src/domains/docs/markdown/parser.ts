import MarkdownIt, { type StateInline, type Token } from "markdown-it"
import { maxDepth } from "#contract/docs/doc-node.ts"
import { isKeptHref } from "#contract/docs/safe-href.ts"
import { leaveOutComments } from "./dialects/comments.ts"
import { keepFootnotes } from "./dialects/footnotes.ts"
import { readHtmlTables } from "./dialects/html-tables.ts"
import { readMath } from "./dialects/math.ts"
import { readOwnAddress, withoutSpaces } from "./own-address.ts"

/** `blocks` is above a doc's limit, so that deeper files are refused, not cut. `brackets` is low: all are tried. */
const nesting = { blocks: maxDepth + 2, brackets: 20 }

const parser = new MarkdownIt({ html: false, linkify: true })
parser.core.ruler.before("inline", "brackets", ({ md, env, tokens }) => {
  md.set({ maxNesting: nesting.brackets })
  env.isInline = true
  for (const [at, token] of tokens.entries()) if (tokens[at - 1]?.type === "heading_open") leaveOutAnchor(token)
})
// A word with a dot is no address.
parser.linkify?.set({ fuzzyLink: false, fuzzyEmail: false })
parser.linkify?.add("//", null)
parser.linkify?.add("ftp:", null)
// Keeps escaped characters apart from the text around them.
parser.disable("text_join")
leaveOutComments(parser)
readMath(parser)
readHtmlTables(parser)
parser.inline.ruler.before("autolink", "spaced_autolink", readSpacedAutolink)
keepFootnotes(parser)

let refused = new Set<string>()
/** An embedded picture passes, so that its reference is no text of the doc. It is left out later. */
export const isEmbedded = (href: string) => /^data:image\//i.test(href)
parser.validateLink = (href) => {
  // Code at the beginning of a line may look like a link definition.
  const isCode = href.startsWith("`")
  const isKept = isKeptHref(href) || readOwnAddress(href) !== undefined || isEmbedded(href)
  if (!isKept && href !== "" && !isCode) refused.add(href)
  return isKept
}
parser.normalizeLink = withoutSpaces
parser.normalizeLinkText = (text) => text

/** Other programs write a heading's anchor behind it: `# Plans {#plans}`. */
function leaveOutAnchor(heading: Token): void {
  const [anchor] = /\s+\{[#.][^{}]{1,200}\}$/.exec(heading.content) ?? []
  if (anchor === undefined) return
  heading.content = heading.content.slice(0, -anchor.length)
  heading.meta = { hasAnchor: true }
}

export interface Parsed {
  tokens: Token[]
  comments: number
  /** The addresses of links that became text. */
  refused: number
  /** Link definitions to which nothing refers. */
  unused: number
}

export function parseMarkdown(text: string): Parsed {
  const used = new Set<string>()
  const defined: Record<string, unknown> = Object.create(null)
  const env: Record<string, unknown> = { references: watched(defined, (label) => env.isInline && used.add(label)) }
  refused = new Set()
  const tokens = parser.set({ maxNesting: nesting.blocks }).parse(text, env)
  return {
    tokens,
    comments: Number(env.comments ?? 0),
    refused: refused.size,
    unused: Object.keys(defined).filter((label) => !used.has(label)).length,
  }
}

/** Reports each label that is looked up. */
function watched(references: Record<string, unknown>, onUse: (label: string) => unknown): Record<string, unknown> {
  return new Proxy(references, {
    get(target, label) {
      if (typeof label === "string") onUse(label)
      return Reflect.get(target, label)
    },
  })
}

/** Reads `<https://example.com/a b>`, which other programs write and CommonMark leaves as text. */
function readSpacedAutolink(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== "<" || state.linkLevel > 0) return false
  const line = state.src.slice(state.pos, Math.min(state.posMax, state.pos + longestAutolink))
  const [whole, address] = /^<(https?:\/\/[^\s<>/]+\/[^\s<>]*(?: [^\s<>]+)+)>/i.exec(line) ?? []
  if (whole === undefined || address === undefined) return false
  const href = withoutSpaces(address)
  if (!parser.validateLink(href)) return false
  if (!silent) {
    state.push("link_open", "a", 1).attrs = [["href", href]]
    state.push("text_special", "", 0).content = address
    state.push("link_close", "a", -1)
  }
  state.pos += whole.length
  return true
}

const longestAutolink = 2_000
