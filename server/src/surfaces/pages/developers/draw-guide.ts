import MarkdownIt, { type Token } from "markdown-it"
import type { Chapter } from "#contract/pages/developers.ts"
import { html } from "../../transport/html.ts"

export interface DrawnGuide {
  title: string
  html: string
  chapters: readonly Chapter[]
}

/** Draws a guide: headings become anchors, code can be copied, and links to other guides lead to their pages. */
export function drawGuide(text: string): DrawnGuide {
  const markdown = new MarkdownIt()
  const tokens = markdown.parse(text, {})
  const chapters: Chapter[] = []
  tokens.forEach((token, at) => {
    if (token.type === "th_open" && tokens[at + 1]?.content === "") leaveEmpty([token, tokens[at + 2]])
    if (token.type === "heading_open") nameHeading(token, tokens[at + 1]?.content ?? "", chapters)
    for (const link of token.children?.filter(({ type }) => type === "link_open") ?? []) leadToPage(link)
  })
  markdown.renderer.rules.fence = (tokens, at) => copyable(tokens[at]?.content.trimEnd() ?? "")
  const title = tokens[1]?.content ?? ""
  // A table that is wider than a phone scrolls, and the keyboard must reach it.
  markdown.renderer.rules.table_open = () => '<div data-table role="group" aria-label="Table" tabindex="0"><table>'
  markdown.renderer.rules.table_close = () => "</table></div>"
  return { title, html: markdown.renderer.render(tokens, markdown.options, {}), chapters }
}

function nameHeading(token: Token, words: string, chapters: Chapter[]): void {
  const id = anchorOf(words)
  token.attrSet("id", id)
  if (token.tag === "h2") chapters.push({ id, title: words.replaceAll("`", ""), depth: 1 })
}

/** The empty cell above a column that needs no name is no heading. */
function leaveEmpty(tags: readonly (Token | undefined)[]): void {
  for (const tag of tags) if (tag) tag.tag = "td"
}

/** As GitHub makes anchors of headings, so that links work there too. */
const anchorOf = (words: string) =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, "")
    .replaceAll(/\s/g, "-")

function leadToPage(link: Token): void {
  const [, page, anchor = ""] = /(\/developers\/[\w-]+)\.md(#.*)?$/.exec(String(link.attrGet("href"))) ?? []
  if (page) link.attrSet("href", `${page}${anchor}`)
}

const copyable = (code: string) =>
  html`<div data-code><button type="button" data-copy hidden>Copy</button><pre>${code}</pre></div>`.markup
