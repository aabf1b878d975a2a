/** A part of the editor's document as JSON. What was stored may be anything, so its parts are asked for here. */
export interface DocNode {
  readonly type?: string | undefined
  readonly text?: string | undefined
  readonly attrs?: Readonly<Record<string, unknown>> | undefined
  readonly content?: unknown
  readonly marks?: unknown
}

/** How deep a doc may be nested. Whoever walks through one goes no deeper. */
export const maxDepth = 64

/** The parts of a list of nodes or marks; of whatever is no such list, none. */
export function nodesIn(list: unknown): DocNode[] {
  return Array.isArray(list) ? list.filter((node) => typeof node === "object" && node !== null) : []
}

/** An attribute that is text; empty when it is anything else. */
export function textAttr({ attrs }: DocNode, name: string): string {
  const value = attrs?.[name]
  return typeof value === "string" ? value : ""
}

/** The side to which a cell's words are aligned; null where it is none that there is. */
export const alignOf = (value: unknown): "left" | "center" | "right" | null =>
  value === "left" || value === "center" || value === "right" ? value : null

/** A node and all below it, in the order of the text, down to the depth that is read. */
export function* everyNode(node: DocNode, depth = 0): Generator<DocNode> {
  yield node
  if (depth === maxDepth) return
  for (const child of nodesIn(node.content)) yield* everyNode(child, depth + 1)
}
