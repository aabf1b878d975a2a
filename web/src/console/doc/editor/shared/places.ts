import type { Node } from "@tiptap/pm/model"

/** A block of an editor's document that is a line of the shared text: where its words begin, and how many there are. */
interface Block {
  readonly from: number
  readonly size: number
}

/** So long is the end of a line in a shared text, and a block without words. */
const endLength = 1

function blocksOf(doc: Node): Block[] {
  const found: Block[] = []
  doc.descendants((node, pos) => {
    if (node.isTextblock) found.push({ from: pos + 1, size: node.content.size })
    else if (node.isLeaf) found.push({ from: pos, size: 0 })
    return !node.isTextblock
  })
  return found
}

/** Where a place of an editor's document is in the shared text; between two blocks, where the later one begins. */
export function indexAt(doc: Node, pos: number): number {
  let index = 0
  for (const { from, size } of blocksOf(doc)) {
    if (pos <= from + size) return index + Math.max(0, pos - from)
    index += size + endLength
  }
  return Math.max(0, index - endLength)
}

/** Where an index of the shared text is in an editor's document. */
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
