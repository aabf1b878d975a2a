import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Context, Member } from "#access/context.ts"
import { type DocNode, nodesIn } from "#contract/docs/doc-node.ts"
import { needRoom } from "#domains/drive/index.ts"
import { invalidInput } from "#kernel/error.ts"
import { announceDoc } from "../doc-events.ts"
import { docTitle, emoji, maxBodyLength } from "../doc-input.ts"
import { insertDoc } from "../doc-store.ts"
import { wordsOfFields } from "./dialects/front-matter.ts"
import type { readMarkdown } from "./read-markdown.ts"
import { titleIsWhole } from "./to-file.ts"

/** The largest file in bytes, about the text of a thick novel. */
const maxFileBytes = 512 * 1024

/** Creates a doc from a Markdown file. The title is that of its front matter, its first heading or its name. */
export const importDoc = workspaceAction("member", "console", {
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
    const reader = await import("./read-markdown.ts")
    const read = reader.readMarkdown(markdown.replace(/^\uFEFF/, ""))
    const { lost, ...titled } = takeTitle(read, { fileName, hasSign: !titleIsWhole.test(markdown) })
    const doc = await storeNewDoc(cx, titled)
    return { id: doc.id, title: doc.title, lost }
  },
})

export async function storeNewDoc(
  cx: Context<Member>,
  { content, ...titled }: { title: string; emoji: string | null; content: object },
) {
  const body = JSON.stringify(content)
  if (body.length > maxBodyLength) throw tooMuch()
  const { admission, addresses } = cx
  return cx.atomically(async (cx) => {
    await needRoom(cx, { admission, bytes: Buffer.byteLength(body) })
    const row = await insertDoc(cx, { ...titled, body })
    announceDoc(cx, "created", { id: row.id, addresses })
    return row
  })
}

interface Imported {
  title: string
  emoji: string | null
  content: DocNode
  lost: string[]
}

interface TitledFile {
  fileName: string
  /** Whether an emoji at the beginning of the title is the doc's. */
  hasSign: boolean
}

/** The title is that of the front matter, or else a heading of level 1 at the very beginning, or the file's name. */
export function takeTitle({ body, lost, frontMatter }: Read, { fileName, hasSign }: TitledFile): Imported {
  const [first, ...rest] = nodesIn(body.content)
  const heading = first?.type === "heading" && first.attrs?.level === 1 ? first : undefined
  const words = nodesIn(heading?.content).map(({ text, attrs }) => text ?? attrs?.label ?? " ")
  const own = frontMatter.title ?? (words.join("") || undefined)
  const { title, emoji, isWhole } = readTitle(own ?? withoutEnding(fileName), hasSign && own !== undefined)
  const others = wordsOfFields(frontMatter.fields)
  // A heading that is not the whole title stays in the text.
  if (!heading || !isWhole || own !== words.join("")) return { title, emoji, content: body, lost: [...others, ...lost] }
  const hasMarks = nodesIn(heading.content).some(({ marks }) => nodesIn(marks).length > 0)
  const content = { type: "doc", content: rest.length > 0 ? rest : [{ type: "paragraph" }] }
  return { title, emoji, content, lost: [...others, ...(hasMarks ? [lostMarks] : []), ...lost] }
}

const lostMarks = "The title lost its formatting and links."

type Read = Pick<ReturnType<typeof readMarkdown>, "body" | "lost" | "frontMatter">

function readTitle(text: string, mayHaveEmoji: boolean): { title: string; emoji: string | null; isWhole: boolean } {
  const [, sign = "", name = ""] = (mayHaveEmoji && /^(\S*)\s*(.*)$/su.exec(text)) || []
  const isSign = emoji.safeParse(sign).success && docTitle.safeParse(name).success
  const words = (isSign ? name : text).trim()
  const title = docTitle.safeParse([...words].slice(0, longestTitle).join("")).data
  return { title: title ?? "Untitled", emoji: isSign ? sign : null, isWhole: title === words }
}

const longestTitle = 200

const withoutEnding = (fileName: string) => fileName.replace(/\.(?:md|markdown|mdown|txt)$/i, "")

const tooMuch = () => invalidInput("The file is too large for one doc.", "Split it into several files.", "markdown")
