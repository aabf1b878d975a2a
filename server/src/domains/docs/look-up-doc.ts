import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { fromRow } from "#access/from-row.ts"
import { docId } from "./doc-input.ts"
import { doc, noSuchDoc } from "./doc-shape.ts"
import { findDocHead } from "./doc-store.ts"

const output = doc.omit({ body: true }).extend({
  deletedAt: z.int().nullable().describe("When it was moved to the trash; null for a doc that is not there."),
})

/** Returns a doc without its text, in the trash or not. */
export const lookUpDoc = workspaceAction("viewer", "console", {
  input: z.strictObject({ id: docId }),
  output,
  async run(cx, { id }) {
    const row = await findDocHead(cx, id)
    if (!row) throw noSuchDoc()
    return fromRow(output, row, {})
  },
})
