import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { docId } from "./doc-input.ts"
import { noSuchDoc } from "./doc-shape.ts"
import { trashDocRow } from "./doc-store.ts"

/** Moves a doc to the trash for 30 days. Members may. */
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
