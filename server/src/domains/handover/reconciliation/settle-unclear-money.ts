import { z } from "zod"
import { personAction, workspaceAction } from "#access/action.ts"
import type { Member, Person } from "#access/caller.ts"
import type { Context } from "#access/context.ts"
import { requireOperator } from "#domains/accounts/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { findUnclearMoney } from "../payments/index.ts"
import { lineOf } from "../seller-input.ts"
import { decideUnclearMoney } from "./decide-unclear-money.ts"
import { decision, toUnclearMoney, unclearMoney } from "./unclear-money.ts"

const input = z.object({
  id: idInput,
  decision,
  note: lineOf(500).optional().describe("Why, or how it was settled; kept with the entry."),
})

/** Decides what becomes of unclear money, whosesoever it is. The same decision again changes nothing. Operators may. */
export const settleUnclearMoney = personAction({
  scope: "console",
  input,
  output: unclearMoney,
  async run(cx, wish) {
    await requireOperator(cx)
    return settle(cx, wish, undefined)
  },
})

/** Decides what becomes of unclear money of the workspace's sales. The same decision again changes nothing. Admins may. */
export const settleOwnUnclearMoney = workspaceAction({
  scope: "console",
  role: "admin",
  input,
  output: unclearMoney,
  run: (cx, wish) => settle(cx, wish, cx),
})

async function settle(
  cx: Context<Person>,
  { id, ...wish }: z.output<typeof input>,
  member: Member | undefined,
): Promise<z.output<typeof unclearMoney>> {
  return cx.atomically(async (inside) => {
    const where = member ? { ...inside, workspaceId: member.workspaceId } : inside
    const entry = await findUnclearMoney(where, id)
    if (!entry) throw noSuchEntry()
    return toUnclearMoney(await decideUnclearMoney(inside, entry, { ...wish, accountId: cx.accountId }))
  })
}

const noSuchEntry = () =>
  new ServiceError("not_found", "There is no such entry on the list of unclear money.", {
    hint: "List the unclear money to see its ids.",
  })
