import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Inside } from "#access/context.ts"
import { body, docId, emoji, title, version } from "./doc-input.ts"
import { doc, noSuchDoc, savedMeanwhile, toDoc } from "./doc-shape.ts"
import { type DocContents, type DocRow, findDoc, insertDocVersion, listVersionRows, writeDoc } from "./doc-store.ts"

/** The editor saves all the time. Saves of one person with shorter pauses than this make one version. */
const sittingMs = 10 * 60_000
const hourMs = 3_600_000

/** Saves a doc if it is still at the version that the editor loaded. Members may. */
export const saveDoc = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({
    id: docId,
    version: version.describe("The version that was changed; when it is not the newest any more, nothing is saved."),
    title,
    emoji: emoji.nullable(),
    body,
  }),
  output: doc,
  async run(cx, { id, version, title, emoji, body }) {
    return cx.atomically(async (cx) => {
      const row = await findDoc(cx, id)
      if (!row) throw noSuchDoc()
      if (row.version !== version) throw savedMeanwhile()
      return toDoc(await overwrite(cx, row, { title, emoji, body: JSON.stringify(body) }))
    })
  },
})

/** Saves a doc. Stores the old content as a version, unless the same person wrote it a moment ago. */
export async function overwrite(
  cx: Inside & Member,
  doc: DocRow,
  { keepsAlways = false, ...contents }: DocContents & { keepsAlways?: boolean },
): Promise<DocRow> {
  const written = await writeDoc(cx, doc, contents)
  if (!written) throw savedMeanwhile()
  if (keepsAlways || !(await isSameSitting(cx, doc))) await insertDocVersion(cx, doc)
  return written
}

/** Whether the save continues a sitting. Long sittings make a version every hour. */
async function isSameSitting(cx: Inside & Member, doc: DocRow): Promise<boolean> {
  if (doc.saved_by !== cx.accountId || cx.now() - doc.updated_at >= sittingMs) return false
  const [last] = await listVersionRows(cx, doc.id, { limit: 1, before: doc.version })
  return last !== undefined && cx.now() - last.saved_at < hourMs
}
