import { type DocNode, nodesIn } from "#contract/docs/doc-node.ts"

/** Whether a node is a block in a doc, though it is inline in Markdown. */
export const isBlock = ({ type }: DocNode) => type === "driveImage" || type === "driveFile"

/** Splits a paragraph at pictures and files, which get no marks. Returns at least one paragraph. */
export function toParagraphs(nodes: readonly DocNode[]): DocNode[] {
  const blocks: DocNode[] = []
  let line: DocNode[] = []
  const endLine = () => {
    const content = trimmed(line)
    if (content.length > 0) blocks.push({ type: "paragraph", content })
    line = []
  }
  for (const node of nodes) {
    if (!isBlock(node)) line.push(node)
    else {
      endLine()
      const { marks: _, ...block } = node
      blocks.push(block)
    }
  }
  endLine()
  return blocks.length > 0 ? blocks : [{ type: "paragraph" }]
}

export function trimmed(line: readonly DocNode[]): DocNode[] {
  const isEmpty = ({ type, text }: DocNode) => type === "hardBreak" || (text !== undefined && text.trim() === "")
  const first = line.findIndex((node) => !isEmpty(node))
  const last = line.findLastIndex((node) => !isEmpty(node))
  const kept = first < 0 ? [] : line.slice(first, last + 1)
  return kept.map((node, at) => {
    if (node.text === undefined) return node
    const begun = at === 0 ? node.text.trimStart() : node.text
    return { ...node, text: at === kept.length - 1 ? begun.trimEnd() : begun }
  })
}

export const languageOf = (info: string): string => /^[\w+#.-]{1,40}(?=\s|$)/.exec(info.trim())?.[0] ?? ""

/** Groups items into lists: runs of tasks become task lists. Each item begins with a paragraph. */
export function toItems(items: readonly DocNode[], list: Pick<DocNode, "type" | "attrs">): DocNode[] {
  const lists: { isTasks: boolean; loose: boolean; content: DocNode[] }[] = []
  for (const { attrs, content } of items) {
    const isTasks = attrs?.checked !== undefined
    const item = {
      type: isTasks ? "taskItem" : "listItem",
      ...(isTasks && { attrs: { checked: attrs?.checked } }),
      content: beginWithText(nodesIn(content)),
    }
    const last = lists.at(-1)
    if (last?.isTasks === isTasks) {
      last.content.push(item)
      last.loose ||= attrs?.isApart === true
    } else lists.push({ isTasks, loose: false, content: [item] })
  }
  return lists.map(({ isTasks, loose, content }) => {
    const { type, attrs } = isTasks ? { type: "taskList" } : list
    return { type, attrs: { ...attrs, ...(loose && { loose }) }, content }
  })
}

const beginWithText = (nodes: readonly DocNode[]): DocNode[] =>
  nodes[0]?.type === "paragraph" ? [...nodes] : [{ type: "paragraph" }, ...nodes]
