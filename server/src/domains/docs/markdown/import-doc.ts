import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { type DocNode, nodesIn } from "#contract/docs/doc-node.ts"
import { needRoom } from "#domains/drive/index.ts"
import { invalidInput } from "#kernel/error.ts"
import { announceDoc } from "../doc-events.ts"
import { docTitle, emoji, maxBodyLength } from "../doc-input.ts"
import { insertDoc } from "../doc-store.ts"

/** The largest file in bytes, about the text of a thick novel. */
const maxFileBytes = 512 * 1024

/** Creates a doc from a Markdown file. The title is its first heading, or else the file's name. */
export const importDoc = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["docs"],
  input: z.strictObject({
    fileName: z.string().max(1_000).describe("What the file is called. Example: `plan.md`."),
    markdown: z
      .string()
      .refine((text) => Buffer.byteLength(text) <= maxFileBytes, "is larger than 512 kB")
      .describe("What is in the file."),
  }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    lost: z.array(z.string()).describe("What a doc has no place for, a sentence for each kind of thing."),
  }),
  async run(cx, { fileName, markdown }) {
    // The parser is loaded with the first file, to keep the start fast.
    const { readMarkdown } = await import("./read-markdown.ts")
    const { body: whole, lost } = readMarkdown(markdown.replace(/^\uFEFF/, ""))
    const read = takeTitle(whole, fileName)
    const body = JSON.stringify(read.body)
    if (body.length > maxBodyLength) throw tooMuch()
    const { admission, addresses } = cx
    const doc = await cx.atomically(async (cx) => {
      await needRoom(cx, { admission, bytes: Buffer.byteLength(body) })
      const row = await insertDoc(cx, { ...read, body })
      announceDoc(cx, "created", { id: row.id, addresses })
      return row
    })
    return { id: doc.id, title: doc.title, lost }
  },
})

interface Imported {
  title: string
  emoji: string | null
  body: DocNode
}

/** Uses a heading of level 1 at the very beginning as the title, and removes it from the text. */
function takeTitle(body: DocNode, fileName: string): Imported {
  const [first, ...rest] = nodesIn(body.content)
  const isTitle = first?.type === "heading" && first.attrs?.level === 1
  const words = isTitle ? nodesIn(first.content).map(({ text, attrs }) => text ?? attrs?.label ?? " ") : []
  const [, sign = "", name = ""] = /^(\S*)\s*(.*)$/su.exec(words.join("")) ?? []
  const own = emoji.safeParse(sign).success && docTitle.safeParse(name).success ? { sign, name } : undefined
  const whole = toTitle(own?.name ?? words.join(""))
  if (whole === undefined) return { title: toTitle(withoutEnding(fileName)) ?? "Untitled", emoji: null, body }
  const content = rest.length > 0 ? rest : [{ type: "paragraph" }]
  return { title: whole, emoji: own?.sign ?? null, body: { type: "doc", content } }
}

function toTitle(text: string): string | undefined {
  return docTitle.safeParse([...text].slice(0, 200).join("")).data
}

const withoutEnding = (fileName: string) => fileName.replace(/\.(?:md|markdown|mdown|txt)$/i, "")

const tooMuch = () => invalidInput("The file is too large for one doc.", "Split it into several files.", "markdown")
