import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { ServiceError } from "#kernel/error.ts"
import { docId } from "./doc-input.ts"
import { restoreDocRow } from "./doc-store.ts"

export const restoreDoc = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["docs"],
  input: z.object({ id: docId }),
  output: z.object({ id: z.string(), title: z.string() }),
  async run(cx, { id }) {
    const doc = await cx.atomically((cx) => restoreDocRow(cx, id))
    if (!doc) throw new ServiceError("not_found", "There is no such doc in the trash.")
    return { id: doc.id, title: doc.title }
  },
})
