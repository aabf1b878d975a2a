import { type DocNode, maxDepth, nodesIn } from "#contract/docs/doc-node.ts"

/** The most HTML of a doc in one page, in bytes. */
export const mostDrawn = 1_000_000

/** The bytes of HTML for each node without its text. The page's tests check these numbers. */
const tags: Readonly<Record<string, number>> = {
  ...{ text: 0, hardBreak: 5, listItem: 20, tableCell: 10, tableHeader: 10, tableRow: 10 },
  // A picture has a signed address.
  ...{ driveImage: 700, driveFile: 400, table: 120, taskItem: 170, mention: 80, objectLink: 80 },
}
const otherTags = 50
const markTags = 90

export function cutBody(body: DocNode, most = mostDrawn): { body: DocNode; isCut: boolean } {
  const cut: Cut = { left: most, isFull: false }
  return { body: { type: "doc", content: cutAll(nodesIn(body.content), cut, 1) }, isCut: cut.isFull }
}

interface Cut {
  left: number
  isFull: boolean
}

function cutAll(nodes: readonly DocNode[], cut: Cut, depth: number): DocNode[] {
  const remaining: DocNode[] = []
  for (const node of depth > maxDepth ? [] : nodes) {
    if (cut.isFull) break
    const drawn = cutNode(node, cut, depth)
    if (drawn) remaining.push(drawn)
  }
  return remaining
}

function cutNode(node: DocNode, cut: Cut, depth: number): DocNode | undefined {
  const { text, content } = node
  const own = (tags[node.type ?? ""] ?? otherTags) + marksOf(node) + attrsOf(node) + labelOf(node)
  if (own > cut.left) {
    cut.isFull = true
    return undefined
  }
  cut.left -= own
  if (typeof text === "string") return { ...node, text: cutText(text, cut) }
  return content === undefined ? node : { ...node, content: cutAll(nodesIn(content), cut, depth + 1) }
}

function cutText(text: string, cut: Cut): string {
  const bytes = htmlBytes(text)
  cut.isFull = bytes > cut.left
  if (!cut.isFull) {
    cut.left -= bytes
    return text
  }
  return text.slice(0, Math.floor(cut.left / 6)).replace(/[\uD800-\uDBFF]$/, "")
}

/** The first eighty characters of a task, which its label repeats. */
function labelOf({ type, content }: DocNode): number {
  if (type !== "taskItem") return 0
  const parts = nodesIn(nodesIn(content)[0]?.content).slice(0, 80)
  return htmlBytes(
    parts
      .map(({ text, attrs }) => String(text ?? attrs?.label ?? " ").slice(0, 80))
      .join("")
      .slice(0, 80),
  )
}

/** HTML escapes special characters to references of up to six characters. */
const htmlBytes = (text: string) => Buffer.byteLength(text) + 5 * (text.match(/[&<>"']/g)?.length ?? 0)

const marksOf = ({ marks }: DocNode) => nodesIn(marks).reduce((sum, mark) => sum + markTags + attrsOf(mark), 0)

const attrsOf = ({ attrs = {} }: DocNode) =>
  Object.values(attrs ?? {}).reduce<number>((sum, value) => sum + (typeof value === "string" ? htmlBytes(value) : 0), 0)
