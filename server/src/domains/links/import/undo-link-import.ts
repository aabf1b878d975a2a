import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { notFound } from "#kernel/error.ts"
import { trashEach } from "../bulk/index.ts"
import { id } from "../link-input.ts"
import { endImport } from "./import-log-store.ts"

/** Moves all links that an import made to the trash. An import that is still running makes no more. */
export const undoLinkImport = workspaceAction("member", "console", {
  changes: ["links"],
  input: z.strictObject({ id }),
  output: z.object({
    changed: z.int().describe("The number of moved links."),
    trashedAt: z.int().describe("Identifies this move, in epoch milliseconds."),
  }),
  async run(cx, { id }) {
    if (!(await cx.atomically((cx) => endImport(cx, id)))) {
      throw notFound("Import not found.", "Look for it in the list of imports.")
    }
    return trashEach(cx, { filter: { importId: id } })
  },
})
