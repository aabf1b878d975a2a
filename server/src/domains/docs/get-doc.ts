import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { docId } from "./doc-input.ts"
import { doc, noSuchDoc, toDoc } from "./doc-shape.ts"
import { findDoc } from "./doc-store.ts"

export const getDoc = workspaceAction("viewer", "console", {
  input: z.object({ id: docId }),
  output: doc,
  async run(cx, { id }) {
    const row = await findDoc(cx, id)
    if (!row) throw noSuchDoc()
    return toDoc(row)
  },
})
