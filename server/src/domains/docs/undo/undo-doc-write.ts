import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conflict } from "#kernel/error.ts"
import { appendUpdate } from "../content/index.ts"
import { docId } from "../doc-input.ts"
import type { DocChange } from "./change-of.ts"
import type { Undone } from "./undo-change.ts"

/** Where later updates changed the same place, nothing is undone. The text before the undo becomes a version. */
export const undoDocWrite = workspaceAction("member", "console", {
  changes: ["docs"],
  input: z.strictObject({
    id: docId,
    change: z.looseObject({}).describe("The `change` in the write's answer."),
    earlier: z.array(z.looseObject({})).describe("The answers of the undos of later writes to the doc."),
  }),
  output: z.looseObject({}),
  async run(cx, { id, change, earlier }) {
    const { undoChange } = await import("./undo-change.ts")
    return cx.atomically(async (inside) => {
      let undone: Undone | undefined
      await appendUpdate(inside, id, (doc) => {
        undone = undoChange(doc, change as unknown as DocChange, earlier as unknown as Undone[])
        if (!undone) throw changedSince()
      })
      return { ...undone }
    })
  },
})

const changedSince = () => conflict("These lines have changed since. Restore an earlier version instead.")
