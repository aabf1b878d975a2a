import type { DocNode } from "#contract/docs/doc-node.ts"
import { isEmoji } from "#kernel/clean-text.ts"
import { toReference } from "./escape.ts"
import { writeMarkdown } from "./write-markdown.ts"

export function toMarkdownFile(
  { title, emoji }: { title: string; emoji: string | null },
  body: DocNode,
): { fileName: string; markdown: string } {
  const words = `${emoji ?? ""} ${title}`.trim()
  const written = writeMarkdown({
    content: [{ type: "heading", attrs: { level: 1 }, content: [{ type: "text", text: words }] }],
  })
  const heading =
    emoji === null && beginsWithEmoji(title)
      ? written.replace(/(?<=^# )\\?(.)/u, (_, sign) => toReference(sign))
      : written
  const text = writeMarkdown(body)
  return { fileName: toFileName(title), markdown: text === "" ? heading : `${heading}\n${text}` }
}

const beginsWithEmoji = (title: string) => isEmoji(/^\S+(?=\s)/.exec(title)?.[0] ?? "")

/** A title whose first character is a reference. It begins with an emoji that is not the doc's. */
export const titleIsWhole = /^\ufeff?# &#\d+;/

function toFileName(title: string): string {
  const name = title
    .replace(/[\\/:*?"<>|\p{C}]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "")
  return `${[...name].slice(0, 100).join("").trim() || "Doc"}.md`
}
