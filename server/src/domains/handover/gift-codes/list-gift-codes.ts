import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listSorts } from "#contract/console/list-sorts.ts"
import { sortedListOf } from "#kernel/cursor.ts"
import { idInput } from "#kernel/id-input.ts"
import { listInput, listOutput, sortInput } from "#kernel/list-input.ts"
import { findGiftCodeRow, listGiftCodeRows } from "./gift-code-store.ts"
import { notYourCode, ownGiftCode, toOwnGiftCode } from "./own-gift-code.ts"

const pages = sortedListOf("gift-codes")

/** A code that is read can be used, so only admins may list them. */
export const listGiftCodes = workspaceAction({
  scope: "console",
  role: "admin",
  input: z.object({ sort: sortInput(listSorts.giftCodes), ...listInput(50) }),
  output: listOutput(ownGiftCode),
  async run(cx, asked) {
    const page = await pages.find(asked, (part) => listGiftCodeRows(cx, part))
    return { ...page, items: page.items.map((row) => toOwnGiftCode(cx.keyring, row)) }
  },
})

export const getOwnGiftCode = workspaceAction({
  scope: "console",
  role: "admin",
  input: z.object({ id: idInput }),
  output: ownGiftCode,
  async run(cx, { id }) {
    const row = await findGiftCodeRow(cx, id)
    if (!row) throw notYourCode()
    return toOwnGiftCode(cx.keyring, row)
  },
})
