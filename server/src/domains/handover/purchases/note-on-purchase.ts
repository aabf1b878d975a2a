import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { paragraphsInput } from "#kernel/line-input.ts"
import { getOwnPurchase, ownPurchase, toOwnPurchase } from "./own-purchase.ts"
import { noteOnRow } from "./own-purchase-store.ts"

/** Sets or removes the members' note, which the buyer never sees. Throws `conflict` when it has changed since read. */
export const noteOnPurchase = workspaceAction("member", "console", {
  changes: ["purchases"],
  input: z.object({
    id: idInput,
    note: paragraphsInput(2_000).describe("Plain text of at most 2,000 characters."),
    seenAt: z.int().nullable().describe("The `notedAt` of the note that is replaced, as it was read."),
  }),
  output: ownPurchase,
  async run(cx, { id, note, seenAt }) {
    return cx.atomically(async (cx) => {
      const isChanged = await noteOnRow(cx, { id, note, seenAt })
      const purchase = await getOwnPurchase(cx, id)
      if (!isChanged) throw changedMeanwhile()
      return toOwnPurchase(purchase)
    })
  },
})

const changedMeanwhile = () =>
  new ServiceError("conflict", "Someone else changed this note.", {
    hint: "Copy your text, reopen the purchase and add it again.",
    field: "note",
  })
