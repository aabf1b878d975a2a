import { type DocNode, everyNode, maxDepth, nodesIn, textAttr } from "#contract/docs/doc-node.ts"

/**
 * A doc for the public: without ids of members and objects, and without names that are not part of the text. A mention
 * by mail address becomes "member"; a link to an object names only the kind of object.
 */
export function toPublicBody(body: DocNode): DocNode {
  return { type: "doc", content: toPublicNodes(body.content, 1) }
}

function toPublicNodes(content: unknown, depth: number): DocNode[] {
  return depth > maxDepth ? [] : nodesIn(content).map((node) => toPublicNode(node, depth))
}

function toPublicNode(node: DocNode, depth: number): DocNode {
  const marks = node.marks === undefined ? {} : { marks: node.marks }
  switch (node.type) {
    case "mention": {
      const label = textAttr(node, "label")
      return { type: "mention", attrs: { label: label === "" || label.includes("@") ? "member" : label }, ...marks }
    }
    case "objectLink":
      return { type: "objectLink", attrs: { label: kindWords[textAttr(node, "kind")] ?? "an item" }, ...marks }
    default: {
      if (node.content === undefined) return node
      return { ...node, content: toPublicNodes(node.content, depth + 1) }
    }
  }
}

const kindWords: Readonly<Record<string, string>> = {
  doc: "another doc",
  file: "a file",
  folder: "a folder",
  link: "a link",
  offer: "an offer",
}

export function fileIdsIn(body: DocNode): string[] {
  const ids = new Set<string>()
  for (const node of everyNode(body)) {
    const id = node.type === "driveImage" || node.type === "driveFile" ? textAttr(node, "file") : ""
    if (/^\w{1,64}$/.test(id)) ids.add(id)
  }
  return [...ids]
}

export function beginningOf(body: DocNode, limit: number): string {
  let text = ""
  const walk = (node: DocNode, depth: number) => {
    if (depth > maxDepth || text.length > limit) return
    text += node.text ?? ""
    for (const inner of nodesIn(node.content)) walk(inner, depth + 1)
    if (node.type !== "text") text += " "
  }
  walk(body, 0)
  const words = text.replace(/\s+/g, " ").trim()
  return words.length <= limit ? words : `${words.slice(0, words.lastIndexOf(" ", limit)).slice(0, limit)}…`
}
