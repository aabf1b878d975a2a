/** A part of the editor's document as JSON. Stored JSON may be malformed, so the fields are checked. */
export interface DocNode {
  readonly type?: string | undefined
  readonly text?: string | undefined
  readonly attrs?: Readonly<Record<string, unknown>> | undefined
  readonly content?: unknown
  readonly marks?: unknown
}

/** The deepest nesting of a doc. Every recursive walk stops here. */
export const maxDepth = 64

/** The items of a list of nodes or marks; empty for other values. */
export function nodesIn(list: unknown): DocNode[] {
  return Array.isArray(list) ? list.filter((node) => typeof node === "object" && node !== null) : []
}

export function textAttr({ attrs }: DocNode, name: string): string {
  const value = attrs?.[name]
  return typeof value === "string" ? value : ""
}

export const alignOf = (value: unknown): "left" | "center" | "right" | null =>
  value === "left" || value === "center" || value === "right" ? value : null

/** A node and its descendants in text order, down to `maxDepth`. */
export function* everyNode(node: DocNode, depth = 0): Generator<DocNode> {
  yield node
  if (depth === maxDepth) return
  for (const child of nodesIn(node.content)) yield* everyNode(child, depth + 1)
}
