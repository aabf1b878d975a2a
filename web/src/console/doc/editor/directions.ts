import type { Node } from "@tiptap/pm/model"
import { Decoration, DecorationSet } from "@tiptap/pm/view"
import { textDirection } from "../../../../../server/src/contract/docs/direction.ts"
import { decorating } from "./decorating.ts"

/** Gives items and quotes the direction of their first line, so that their mark is on its side. */
export const directions = decorating("directions", find)

const known = new WeakMap<Node, ReturnType<typeof textDirection>>()

/** The direction of a block's text. An unchanged block is not read again. */
function directionIn(block: Node): ReturnType<typeof textDirection> {
  if (!known.has(block)) known.set(block, textDirection(block.textContent))
  return known.get(block)
}

const marked = new Set(["listItem", "taskItem", "blockquote"])

function find(doc: Node): DecorationSet {
  const found: Decoration[] = []
  let isMixed = doc.children.some((block) => directionIn(block) === "rtl")
  doc.descendants((node, from) => {
    const dir = marked.has(node.type.name) && node.firstChild ? directionIn(node.firstChild) : undefined
    isMixed ||= dir === "rtl"
    if (dir) found.push(Decoration.node(from, from + node.nodeSize, { dir }))
    return !node.isTextblock
  })
  return isMixed ? DecorationSet.create(doc, found) : DecorationSet.empty
}
