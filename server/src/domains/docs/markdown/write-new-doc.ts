import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { docTitle, emoji, emptyBody } from "../doc-input.ts"
import { storeNewDoc } from "./import-doc.ts"
import { longestMarkdown, readDocText } from "./write-doc.ts"

/** Creates a doc with a text. Its title is given, so a heading at the beginning stays in the text. */
export const writeNewDoc = workspaceAction("member", "console", {
  changes: ["docs"],
  input: z.strictObject({
    title: docTitle,
    emoji: emoji.optional(),
    markdown: z.string().max(longestMarkdown).default("").describe("Its text, without the title."),
  }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    lost: z.array(z.string()).optional().describe("What a doc has no place for; left out where it took everything."),
  }),
  async run(cx, { title, emoji: sign = null, markdown }) {
    const { body, lost } = markdown.trim() === "" ? { body: emptyBody, lost: [] } : await readDocText(markdown)
    const { id } = await storeNewDoc(cx, { title, emoji: sign, content: body })
    return { id, title, ...(lost.length > 0 && { lost }) }
  },
})
