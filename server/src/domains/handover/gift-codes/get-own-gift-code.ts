import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { findGiftCodeRow } from "./gift-code-store.ts"
import { notYourCode, ownGiftCode, toOwnGiftCode } from "./own-gift-code.ts"

export const getOwnGiftCode = workspaceAction("admin", "console", {
  input: z.object({ id: idInput }),
  output: ownGiftCode,
  async run(cx, { id }) {
    const row = await findGiftCodeRow(cx, id)
    if (!row) throw notYourCode()
    return toOwnGiftCode(cx.keyring, row)
  },
})
