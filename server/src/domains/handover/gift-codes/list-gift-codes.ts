import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { listGiftCodeRows } from "./gift-code-store.ts"
import { ownGiftCode, toOwnGiftCode } from "./own-gift-code.ts"

const pages = listOf("gift-codes")

/** The workspace's gift codes, newest first, with what is left of each. Reading a code is having it: admins may. */
export const listGiftCodes = workspaceAction({
  scope: "console",
  role: "admin",
  input: z.object(listInput(50)),
  output: listOutput(ownGiftCode),
  async run(cx, { limit, cursor }) {
    const rows = await listGiftCodeRows(cx, { limit, place: pages.read(cursor) })
    const page = pages.toPage(rows, limit, byCreation)
    return { ...page, items: page.items.map((row) => toOwnGiftCode(cx.keyring, row)) }
  },
})
