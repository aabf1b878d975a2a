import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { readPresent } from "../content/index.ts"
import { docId } from "../doc-input.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc } from "../doc-store.ts"
import { writeMarkdown } from "./write-markdown.ts"

/** A doc as a Markdown file, its title as the first heading. Viewers may. */
export const exportDoc = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.strictObject({ id: docId }),
  output: z.object({ fileName: z.string(), markdown: z.string() }),
  async run(cx, { id }) {
    const doc = await findDoc(cx, id)
    if (!doc) throw noSuchDoc()
    const title = `${doc.emoji ?? ""} ${doc.title}`.trim()
    const heading = writeMarkdown({
      content: [{ type: "heading", attrs: { level: 1 }, content: [{ type: "text", text: title }] }],
    })
    const text = writeMarkdown(await readPresent(cx, doc))
    return { fileName: toFileName(doc.title), markdown: text === "" ? heading : `${heading}\n${text}` }
  },
})

/** The title without what a file's name cannot have on some system. */
function toFileName(title: string): string {
  const name = title
    .replace(/[\\/:*?"<>|\p{C}]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "")
  return `${[...name].slice(0, 100).join("").trim() || "Doc"}.md`
}
