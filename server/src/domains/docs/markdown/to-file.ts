import type { DocNode } from "#contract/docs/doc-node.ts"
import { writeMarkdown } from "./write-markdown.ts"

export function toMarkdownFile(
  { title, emoji }: { title: string; emoji: string | null },
  body: DocNode,
): { fileName: string; markdown: string } {
  const words = `${emoji ?? ""} ${title}`.trim()
  const heading = writeMarkdown({
    content: [{ type: "heading", attrs: { level: 1 }, content: [{ type: "text", text: words }] }],
  })
  const text = writeMarkdown(body)
  return { fileName: toFileName(title), markdown: text === "" ? heading : `${heading}\n${text}` }
}

function toFileName(title: string): string {
  const name = title
    .replace(/[\\/:*?"<>|\p{C}]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "")
  return `${[...name].slice(0, 100).join("").trim() || "Doc"}.md`
}
