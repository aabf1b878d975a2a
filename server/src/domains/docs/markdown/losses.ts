import type { Token } from "markdown-it"
import { readOwnAddress } from "./own-address.ts"
import { languageOf } from "./to-blocks.ts"

/** Counts of the parts of a file that a doc cannot hold, by kind. */
export type Losses = Record<keyof typeof sentences, number>

const sentences = {
  frontMatter: () => "The front matter was left out.",
  comments: (count: number) => (count === 1 ? "1 HTML comment was left out." : `${count} HTML comments were left out.`),
  pictures: (count: number) =>
    count === 1
      ? "1 external image became a link. Upload it to the drive to show it."
      : `${count} external images became links. Upload them to the drive to show them.`,
  addresses: (count: number) =>
    `${count === 1 ? "1 unsupported link" : `${count} unsupported links`} became plain text.`,
  tags: (count: number) => `${count === 1 ? "1 HTML tag" : `${count} HTML tags`} became plain text.`,
  linkedCode: (count: number) =>
    count === 1 ? "1 code snippet in a link became plain text." : `${count} code snippets in links became plain text.`,
  styledCode: (count: number) =>
    count === 1
      ? "1 code snippet lost its bold, italic or strikethrough."
      : `${count} code snippets lost their bold, italic or strikethrough.`,
  linkedPictures: (count: number) => (count === 1 ? "1 image lost its link." : `${count} images lost their links.`),
  headings: (count: number) => (count === 1 ? "1 heading became level 3." : `${count} headings became level 3.`),
  codeWords: (count: number) =>
    `${count === 1 ? "1 code block" : `${count} code blocks`} lost text after the language name.`,
}

const kinds = Object.keys(sentences) as (keyof Losses)[]

export const wordsOfLosses = (losses: Losses): string[] =>
  kinds.filter((kind) => losses[kind] > 0).map((kind) => sentences[kind](losses[kind]))

export function countLosses(tokens: readonly Token[], known: Partial<Losses>): Losses {
  const losses = { ...(Object.fromEntries(kinds.map((kind) => [kind, 0])) as Losses), ...known }
  for (const token of tokens) {
    if (token.type === "heading_open" && Number(token.tag.slice(1)) > 3) losses.headings += 1
    if (token.type === "fence" && token.info.trim() !== languageOf(token.info)) losses.codeWords += 1
    countInLine(token.children ?? [], losses)
  }
  return losses
}

function countInLine(tokens: readonly Token[], losses: Losses): void {
  const open = { link: 0, style: 0 }
  for (const token of tokens) {
    if (token.nesting !== 0) open[token.type.startsWith("link") ? "link" : "style"] += token.nesting
    if (token.type === "text") losses.tags += tagsIn(token.content)
    const kind = lossOf(token, open)
    if (kind) losses[kind] += 1
  }
}

function lossOf(token: Token, { link, style }: { link: number; style: number }): keyof Losses | undefined {
  if (token.type === "code_inline" && link > 0) return "linkedCode"
  if (token.type === "code_inline" && style > 0) return "styledCode"
  if (token.type !== "image") return undefined
  if (!readOwnAddress(String(token.attrGet("src")))) return "pictures"
  return link > 0 ? "linkedPictures" : undefined
}

/** Does not count `<br>`, which a doc can hold as a line break. */
const tagsIn = (text: string) => text.match(/<(?!br\s?\/?>)\/?[a-z][^<>]*>/gi)?.length ?? 0
