import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { noteDocGone } from "#changes/note-change.ts"
import { notFound } from "#kernel/error.ts"
import { announceDoc } from "./doc-events.ts"
import { docId } from "./doc-input.ts"
import { noSuchDoc } from "./doc-shape.ts"
import { restoreDocRow, trashDocRow } from "./doc-store.ts"

export const trashDoc = workspaceAction("member", "console", {
  changes: ["docs"],
  input: z.object({ id: docId }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      if (!(await trashDocRow(cx, id))) throw noSuchDoc()
      noteDocGone(cx, id)
      announceDoc(cx, "trashed", { id, addresses })
      return { id }
    })
  },
})

export const restoreDoc = workspaceAction("member", "console", {
  changes: ["docs"],
  input: z.object({ id: docId }),
  output: z.object({ id: z.string(), title: z.string() }),
  async run(cx, { id }) {
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      const doc = await restoreDocRow(cx, id)
      if (!doc) throw notFound("Doc not found in the trash.")
      announceDoc(cx, "restored", { id, addresses })
      return { id: doc.id, title: doc.title }
    })
  },
})
