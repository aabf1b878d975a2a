import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listOf } from "#kernel/cursor.ts"
import { cursor, limit } from "../seller-input.ts"
import { listGiftCodeRows } from "./gift-code-store.ts"
import { ownGiftCode, toOwnGiftCode } from "./own-gift-code.ts"

const pages = listOf("gift-codes")

/** The workspace's gift codes, newest first, with what is left of each. Reading a code is having it: admins may. */
export const listGiftCodes = workspaceAction({
  scope: "console",
  role: "admin",
  input: z.object({ limit, cursor }),
  output: z.object({ items: z.array(ownGiftCode), nextCursor: z.string().optional() }),
  async run(cx, { limit, cursor }) {
    const rows = await listGiftCodeRows(cx, { limit, place: pages.read(cursor) })
    const page = pages.toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }))
    return { ...page, items: page.items.map((row) => toOwnGiftCode(cx.keyring, row)) }
  },
})
