import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { noteDocGone } from "#access/note-change.ts"
import { docId } from "./doc-input.ts"
import { noSuchDoc } from "./doc-shape.ts"
import { trashDocRow } from "./doc-store.ts"

/** Moves a doc to the trash for 30 days. */
export const trashDoc = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["docs"],
  input: z.object({ id: docId }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    return cx.atomically(async (cx) => {
      if (!(await trashDocRow(cx, id))) throw noSuchDoc()
      noteDocGone(cx, id)
      return { id }
    })
  },
})
