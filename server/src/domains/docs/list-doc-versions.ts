import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { docId } from "./doc-input.ts"
import { noSuchDoc } from "./doc-shape.ts"
import { findDoc, listVersionRows } from "./doc-store.ts"

/** Lists the newest 100 earlier versions of a doc, newest first. Viewers may. */
export const listDocVersions = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({ id: docId }),
  output: z.object({
    items: z.array(
      z.object({
        version: z.int(),
        title: z.string(),
        emoji: z.string().nullable(),
        savedBy: z.string(),
        savedAt: z.int().describe("Epoch milliseconds."),
      }),
    ),
  }),
  async run(cx, { id }) {
    const doc = await findDoc(cx, id)
    if (!doc) throw noSuchDoc()
    const rows = await listVersionRows(cx, id, { limit: 100, before: doc.version })
    return {
      items: rows.map(({ version, title, emoji, saved_by, saved_at }) => {
        return { version, title, emoji, savedBy: saved_by, savedAt: saved_at }
      }),
    }
  },
})
