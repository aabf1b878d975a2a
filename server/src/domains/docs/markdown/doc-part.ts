import type { DocNode } from "#contract/docs/doc-node.ts"
import { writeMarkdown } from "./write-markdown.ts"

/** The first block of a part and the block before which to stop; `offset` is a position in the first block. */
export interface BlockPlace {
  readonly block: number
  readonly offset: number
  readonly end: number
}

interface Part {
  readonly markdown: string
  /** The range that was read, in blocks; fractions for a block that is longer than a part. */
  readonly from: number
  readonly to: number
  readonly next: BlockPlace | undefined
}

const lengthOf = (text: string) => JSON.stringify(text).length

/** Writes blocks from a place on as Markdown, as many as fit into `most` characters of JSON. */
export function partAt(blocks: readonly DocNode[], place: BlockPlace, most: number): Part {
  const { block, offset, end } = place
  if (block >= end) return { markdown: "", from: block, to: block, next: undefined }
  const first = writeMarkdown({ content: blocks.slice(block, block + 1) })
  if (offset > 0 || lengthOf(first) > most) return pieceAt(first, place, most)
  let to = block + 1
  for (let length = lengthOf(first); to < end; to += 1) {
    length += lengthOf(writeMarkdown({ content: blocks.slice(to, to + 1) })) + separator
    if (length > most) break
  }
  const next = to < end ? { block: to, offset: 0, end } : undefined
  return { markdown: writeMarkdown({ content: blocks.slice(block, to) }), from: block, to, next }
}

/** The length of two line ends in JSON. */
const separator = 4

/** A piece of a block that is longer than a part. It ends after a line or a word where possible. */
function pieceAt(text: string, { block, offset, end }: BlockPlace, most: number): Part {
  const rest = text.slice(offset)
  const piece = rest.slice(0, lengthThatFits(rest, most))
  const isLast = piece.length === rest.length
  const till = offset + piece.length
  const shareOf = (at: number) => block + at / text.length
  const behind = block + 1 < end ? { block: block + 1, offset: 0, end } : undefined
  return {
    markdown: piece,
    from: shareOf(Math.min(offset, text.length)),
    to: isLast ? block + 1 : shareOf(till),
    next: isLast ? behind : { block, offset: till, end },
  }
}

function lengthThatFits(text: string, most: number): number {
  if (lengthOf(text) <= most) return text.length
  let length = Math.min(text.length, most)
  while (lengthOf(text.slice(0, length)) > most) length = Math.floor(length * 0.9)
  const half = length / 2
  const gap = Math.max(text.lastIndexOf("\n", length - 1), text.lastIndexOf(" ", length - 1)) + 1
  if (gap > half) return gap
  // Does not split a surrogate pair.
  return /[\ud800-\udbff]$/.test(text.slice(0, length)) ? Math.max(length - 1, 1) : length
}

const written = /^(\d{1,6})\.(\d{1,8})\.(\d{1,6})$/

export const writeCursor = ({ block, offset, end }: BlockPlace): string => `${block}.${offset}.${end}`

export function readCursor(text: string): BlockPlace | undefined {
  const [, block, offset, end] = written.exec(text) ?? []
  if (block === undefined) return undefined
  return { block: Number(block), offset: Number(offset), end: Number(end) }
}
