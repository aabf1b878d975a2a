import { z } from "zod"
import type { Member, Reading } from "#access/context.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { listUnclearRows } from "../payments/index.ts"
import { toUnclearMoney, unclearMoney } from "./unclear-money.ts"

export const pageInput = z.object({
  isSettled: z.boolean().default(false).describe("Those that are settled, as a record, instead of those that are not."),
  ...listInput(50),
})

export const pageOutput = listOutput(unclearMoney)

const pages = listOf("unclear-money", byCreation)

/** Lists unclear money, newest first: of the member's workspace, or of all workspaces without a member. */
export async function listUnclearPage(
  cx: Reading & Partial<Member>,
  { isSettled, ...asked }: z.output<typeof pageInput>,
): Promise<z.output<typeof pageOutput>> {
  const page = await pages.find(asked, (part) => listUnclearRows(cx, { isSettled, ...part }))
  return { ...page, items: page.items.map(toUnclearMoney) }
}
