import type { Inline } from "./nodes.ts"

/** A flat token; `toTree` nests what is between a start and its end. */
export type MarkdownToken =
  | { is: "text"; text: string }
  | { is: "node"; node: Inline }
  | { is: "start"; mark: "em" | "strong" | "strike" | "link"; to: string }
  | { is: "end" }

/** The list that the next node is added to. */
interface Level {
  readonly inside: Inline[]
  readonly isLink: boolean
}

const deepest = 12

/** Nests the tokens. Marks deeper than twelve levels are dropped. */
export function toTree(tokens: readonly MarkdownToken[]): readonly Inline[] {
  const root: Level = { inside: [], isLink: false }
  const levels = [root]
  for (const token of tokens) {
    const level = levels.at(-1) ?? root
    if (token.is === "end") levels.pop()
    else if (token.is === "start") levels.push(begin(token, level, levels.length))
    else if (token.is === "text") addText(level.inside, token.text)
    else addNode(level, token.node)
  }
  return root.inside
}

function begin({ mark, to }: Extract<MarkdownToken, { is: "start" }>, { inside, isLink }: Level, depth: number): Level {
  const isLeftOut = depth > deepest || (isLink && mark === "link")
  if (isLeftOut) return { inside, isLink }
  const within: Inline[] = []
  inside.push(mark === "link" ? { type: mark, to, inside: within } : { type: mark, inside: within })
  return { inside: within, isLink: isLink || mark === "link" }
}

/** A link within a link becomes text. */
function addNode({ inside, isLink }: Level, node: Inline): void {
  if (isLink && node.type === "link") addText(inside, node.to)
  else inside.push(node)
}

function addText(inside: Inline[], text: string): void {
  const last = inside.at(-1)
  if (last?.type === "text") inside[inside.length - 1] = { type: "text", text: last.text + text }
  else inside.push({ type: "text", text })
}
