import type { Node } from "@tiptap/pm/model"

/** A block that is one line of the shared text: its start and its length. */
interface Block {
  readonly from: number
  readonly size: number
}

/** The length of a line end in the shared text, and of a block without text. */
const endLength = 1

export function blocksOf(doc: Node): Block[] {
  const found: Block[] = []
  doc.descendants((node, pos) => {
    if (node.isTextblock) found.push({ from: pos + 1, size: node.content.size })
    else if (node.isLeaf) found.push({ from: pos, size: 0 })
    return !node.isTextblock
  })
  return found
}

/** Maps a document position to an index of the shared text; between two blocks, to the start of the later one. */
export function indexAt(doc: Node, pos: number): number {
  let index = 0
  for (const { from, size } of blocksOf(doc)) {
    if (pos <= from + size) return index + Math.max(0, pos - from)
    index += size + endLength
  }
  return Math.max(0, index - endLength)
}

/** Maps an index of the shared text to a document position. */
export function posAt(doc: Node, index: number): number {
  let left = index
  let last = 0
  for (const { from, size } of blocksOf(doc)) {
    last = from + size
    if (left <= size) return from + left
    left -= size + endLength
  }
  return last
}
