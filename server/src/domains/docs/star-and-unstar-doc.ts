import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { docId } from "./doc-input.ts"
import { noSuchDoc } from "./doc-shape.ts"
import { deleteStar, insertStar } from "./doc-star-store.ts"
import { findDoc } from "./doc-store.ts"

export const starDoc = workspaceAction("viewer", "console", {
  changes: ["docs"],
  input: z.strictObject({ id: docId }),
  output: z.object({}),
  async run(cx, { id }) {
    await cx.atomically(async (cx) => {
      if (!(await findDoc(cx, id))) throw noSuchDoc()
      await insertStar(cx, id)
    })
    return {}
  },
})

export const unstarDoc = workspaceAction("viewer", "console", {
  changes: ["docs"],
  input: z.strictObject({ id: docId }),
  output: z.object({}),
  async run(cx, { id }) {
    await cx.atomically((cx) => deleteStar(cx, id))
    return {}
  },
})
