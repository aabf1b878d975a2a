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
      ? "1 picture from elsewhere is a link now. Put it into the drive to have it in the doc."
      : `${count} pictures from elsewhere are links now. Put them into the drive to have them in the doc.`,
  addresses: (count: number) =>
    `${count === 1 ? "1 address is" : `${count} addresses are`} of a kind that no doc links to, and stayed text.`,
  tags: (count: number) => `${count === 1 ? "1 HTML tag is" : `${count} HTML tags are`} text now.`,
  linkedCode: (count: number) =>
    count === 1
      ? "1 piece of code in a link is plain text now."
      : `${count} pieces of code in links are plain text now.`,
  styledCode: (count: number) =>
    count === 1
      ? "1 piece of code is no longer bold, italic or struck out."
      : `${count} pieces of code are no longer bold, italic or struck out.`,
  linkedPictures: (count: number) =>
    count === 1 ? "1 picture of the drive lost its link." : `${count} pictures of the drive lost their links.`,
  headings: (count: number) =>
    count === 1
      ? "1 heading of level 4 to 6 is of level 3 now."
      : `${count} headings of level 4 to 6 are of level 3 now.`,
  codeWords: (count: number) =>
    `${count === 1 ? "1 code block" : `${count} code blocks`} had more than the name of a language in the first line, which was left out.`,
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
