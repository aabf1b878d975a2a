import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { docId, docTitle, emoji } from "./doc-input.ts"
import { noSuchDoc } from "./doc-shape.ts"
import { renameDocRow } from "./doc-store.ts"

export const renameDoc = workspaceAction("member", "console", {
  changes: ["docs"],
  input: z.strictObject({ id: docId, title: docTitle, emoji: emoji.nullable() }),
  output: z.object({ title: z.string().describe("As it was stored."), emoji: z.string().nullable() }),
  async run(cx, { id, ...named }) {
    return cx.atomically(async (cx) => {
      if (!(await renameDocRow(cx, id, named))) throw noSuchDoc()
      return named
    })
  },
})
