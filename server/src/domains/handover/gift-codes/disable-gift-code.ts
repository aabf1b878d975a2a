import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { announceDisabled } from "./gift-code-events.ts"
import { disableGiftCodeRow, findGiftCodeRow } from "./gift-code-store.ts"
import { notYourCode, ownGiftCode, toOwnGiftCode } from "./own-gift-code.ts"

/** Disables a gift code for good. Open checkouts keep what they hold. */
export const disableGiftCode = workspaceAction("admin", "console", {
  changes: ["gift-codes"],
  input: z.object({ id: idInput }),
  output: ownGiftCode,
  async run(cx, { id }) {
    const row = await cx.atomically(async (cx) => {
      const disabled = await disableGiftCodeRow(cx, id)
      if (disabled) announceDisabled(cx, disabled)
      return disabled ?? (await findGiftCodeRow(cx, id))
    })
    if (!row) throw notYourCode()
    return toOwnGiftCode(cx.keyring, row)
  },
})
