import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { ServiceError } from "#kernel/error.ts"
import { docId } from "./doc-input.ts"
import { noSuchDoc } from "./doc-shape.ts"
import { restoreDocRow, trashDocRow } from "./doc-store.ts"

/** Puts a doc into the trash, where it lies for 30 days. Members may. */
export const trashDoc = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({ id: docId }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    if (!(await cx.atomically((cx) => trashDocRow(cx, id)))) throw noSuchDoc()
    return { id }
  },
})

/** Takes a doc out of the trash. Members may. */
export const restoreDoc = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({ id: docId }),
  output: z.object({ id: z.string(), title: z.string() }),
  async run(cx, { id }) {
    const doc = await cx.atomically((cx) => restoreDocRow(cx, id))
    if (!doc) throw new ServiceError("not_found", "There is no such doc in the trash.")
    return { id: doc.id, title: doc.title }
  },
})
