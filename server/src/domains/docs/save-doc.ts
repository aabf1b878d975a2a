import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Inside } from "#access/context.ts"
import { body, docId, emoji, title, version } from "./doc-input.ts"
import { doc, noSuchDoc, savedMeanwhile, toDoc } from "./doc-shape.ts"
import { type DocContents, type DocRow, findDoc, insertDocVersion, listVersionRows, writeDoc } from "./doc-store.ts"

/** What one person writes without a longer pause is one version: the editor saves all the time. */
const sittingMs = 10 * 60_000
const hourMs = 3_600_000

/** Saves a doc over the version that the editor started from. Members may. */
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

/** Writes over a doc as it was read, and keeps what it was unless it was the same person's a moment ago. */
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

/** Somebody who goes on writing leaves a version each hour all the same. */
async function isSameSitting(cx: Inside & Member, doc: DocRow): Promise<boolean> {
  if (doc.saved_by !== cx.accountId || cx.now() - doc.updated_at >= sittingMs) return false
  const [last] = await listVersionRows(cx, doc.id, { limit: 1, before: doc.version })
  return last !== undefined && cx.now() - last.saved_at < hourMs
}
