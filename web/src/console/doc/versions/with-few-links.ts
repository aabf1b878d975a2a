import { type DocNode, maxDepth, nodesIn } from "../../../../../server/src/contract/docs/doc-node.ts"

/** The limit for all link addresses in a comparison, in characters: each part of a linked text repeats its address. */
const longestAddresses = 4_000_000

/** Removes links beyond the limit; their text stays. */
export function withFewLinks(nodes: readonly DocNode[]): DocNode[] {
  const left = { characters: longestAddresses }
  return nodes.map((node) => withLinks(node, left, 0))
}

function withLinks(node: DocNode, left: { characters: number }, depth: number): DocNode {
  if (depth > maxDepth) return node
  const marks = nodesIn(node.marks).filter((mark) => {
    if (mark.type !== "link") return true
    const { length } = String(mark.attrs?.href)
    if (length > left.characters) return false
    left.characters -= length
    return true
  })
  const same =
    node.content === undefined
      ? node
      : { ...node, content: nodesIn(node.content).map((inner) => withLinks(inner, left, depth + 1)) }
  return marks.length === nodesIn(node.marks).length ? same : { ...same, marks }
}
