import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { disableGiftCodeRow } from "./gift-code-store.ts"
import { ownGiftCode, toOwnGiftCode } from "./own-gift-code.ts"

/** Disables a gift code for good. Open checkouts keep what they hold. */
export const disableGiftCode = workspaceAction({
  scope: "console",
  role: "admin",
  changes: ["gift-codes"],
  input: z.object({ id: idInput }),
  output: ownGiftCode,
  async run(cx, { id }) {
    const row = await cx.atomically((cx) => disableGiftCodeRow(cx, id))
    if (!row) throw notYourCode()
    return toOwnGiftCode(cx.keyring, row)
  },
})

const notYourCode = () =>
  new ServiceError("not_found", "Gift code not found.", {
    hint: "Choose one from Gift codes.",
  })
