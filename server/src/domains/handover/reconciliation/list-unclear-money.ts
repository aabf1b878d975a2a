import { z } from "zod"
import { personAction, workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Reading } from "#access/context.ts"
import { requireOperator } from "#domains/accounts/index.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { listUnclearRows } from "../payments/index.ts"
import { toUnclearMoney, unclearMoney } from "./unclear-money.ts"

const input = z.object({
  isSettled: z.boolean().default(false).describe("Those that are settled, as a record, instead of those that are not."),
  ...listInput(50),
})

const output = listOutput(unclearMoney)

/** Unclear money of every workspace, and what belongs to none, newest first. Operators may. */
export const listUnclearMoney = personAction({
  scope: "console",
  input,
  output,
  async run(cx, wish) {
    await requireOperator(cx)
    return listPage({ db: cx.db, now: cx.now }, wish)
  },
})

/** Unclear money of the workspace's sales, newest first. It is money: admins may. */
export const listOwnUnclearMoney = workspaceAction({
  scope: "console",
  role: "admin",
  input,
  output,
  run: listPage,
})

const pages = listOf("unclear-money")

async function listPage(
  cx: Reading & Partial<Member>,
  { isSettled, limit, cursor }: z.output<typeof input>,
): Promise<z.output<typeof output>> {
  const place = pages.read(cursor)
  const rows = await listUnclearRows(cx, { isSettled, limit, place })
  const page = pages.toPage(rows, limit, byCreation)
  return { ...page, items: page.items.map(toUnclearMoney) }
}
