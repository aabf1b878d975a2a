import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { docId } from "./doc-input.ts"
import { deleteStar } from "./doc-star-store.ts"

export const unstarDoc = workspaceAction({
  scope: "console",
  role: "viewer",
  changes: ["docs"],
  input: z.strictObject({ id: docId }),
  output: z.object({}),
  async run(cx, { id }) {
    await cx.atomically((cx) => deleteStar(cx, id))
    return {}
  },
})
