import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listSorts } from "#contract/console/list-sorts.ts"
import { sortedListOf } from "#kernel/cursor.ts"
import { listInput, listOutput, sortInput } from "#kernel/list-input.ts"
import { listGiftCodeRows } from "./gift-code-store.ts"
import { ownGiftCode, toOwnGiftCode } from "./own-gift-code.ts"

const pages = sortedListOf("gift-codes")

/** A code that is read can be used, so only admins may list them. */
export const listGiftCodes = workspaceAction("admin", "console", {
  input: z.object({ sort: sortInput(listSorts.giftCodes), ...listInput(50) }),
  output: listOutput(ownGiftCode),
  async run(cx, asked) {
    const page = await pages.find(asked, (part) => listGiftCodeRows(cx, part))
    return { ...page, items: page.items.map((row) => toOwnGiftCode(cx.keyring, row)) }
  },
})
