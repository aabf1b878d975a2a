import { type Doc, XmlElement, type XmlFragment, XmlText } from "yjs"
import { textField } from "../../../../../server/src/domains/docs/doc-format.ts"

/** The text of a doc as it is here, as plain lines that say most of how it was made: what can be pasted anywhere. */
export function plainText(doc: Doc): string {
  return linesOf(doc.getXmlFragment(textField), "")
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
}

/** What the lines of a block begin with. */
const beginnings: Readonly<Record<string, string>> = { blockquote: "> ", bulletList: "- ", orderedList: "1. " }

function linesOf(parent: XmlFragment | XmlElement, before: string): string[] {
  return parent.toArray().flatMap((node): string[] => {
    if (!(node instanceof XmlElement)) return node instanceof XmlText ? [before + wordsOf(node)] : []
    return linesOfBlock(node, before)
  })
}

function linesOfBlock(block: XmlElement, before: string): string[] {
  const { nodeName } = block
  if (nodeName === "horizontalRule") return ["---", ""]
  if (nodeName === "driveFile" || nodeName === "driveImage") {
    return [`${before}[${block.getAttribute("name") || block.getAttribute("alt") || "a file"}]`, ""]
  }
  if (nodeName === "tableRow") {
    const cells = block.toArray().map((cell) =>
      linesOf(cell as XmlElement, "")
        .join(" ")
        .trim(),
    )
    return [`| ${cells.join(" | ")} |`]
  }
  if (nodeName === "codeBlock") return ["```", ...linesOf(block, ""), "```", ""]
  if (nodeName === "taskItem")
    return linesOf(block, `${before}- [${isTrue(block.getAttribute("checked")) ? "x" : " "}] `)
  if (nodeName === "heading")
    return [...linesOf(block, "#".repeat(Number(block.getAttribute("level")) || 1).concat(" ")), ""]
  const inside = linesOf(block, (beginnings[nodeName] ?? "") + before)
  return nodeName === "paragraph" && before === "" ? [...inside, ""] : inside
}

const isTrue = (value: unknown) => value === true || value === "true"

/** The words of a line; what is more than words says its label. */
function wordsOf(text: XmlText): string {
  const parts = text.toDelta() as { insert: unknown }[]
  return parts
    .map(({ insert }) => {
      if (typeof insert === "string") return insert
      return insert instanceof XmlElement ? String(insert.getAttribute("label") ?? "\n") : ""
    })
    .join("")
}
