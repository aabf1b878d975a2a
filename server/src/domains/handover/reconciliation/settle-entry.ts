import { z } from "zod"
import type { Context, Member, Person } from "#access/context.ts"
import { notFound } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { atomicallyForOffer } from "../offers/index.ts"
import { findUnclearMoney } from "../payments/index.ts"
import { lineOf } from "../seller-input.ts"
import { decideUnclearMoney } from "./decide-unclear-money.ts"
import { decision, toUnclearMoney, type unclearMoney } from "./unclear-money.ts"

export const settlementInput = z.object({
  id: idInput,
  decision,
  note: lineOf(500).optional().describe("Why, or how it was settled; kept with the entry."),
})

/** Decides about money of the member's workspace, or of any without a member. Throws as `decideUnclearMoney` does. */
export async function settleEntry(
  cx: Context<Person>,
  { id, ...wish }: z.output<typeof settlementInput>,
  member: Member | undefined,
): Promise<z.output<typeof unclearMoney>> {
  const { purchase_id, workspace_id } = (await findUnclearMoney(cx, id)) ?? {}
  const purchase = purchase_id && workspace_id ? { id: purchase_id, workspace_id } : undefined
  return atomicallyForOffer(cx, { purchase }, async (inside) => {
    const where = member ? { ...inside, workspaceId: member.workspaceId } : inside
    const entry = await findUnclearMoney(where, id)
    if (!entry) throw noSuchEntry()
    return toUnclearMoney(await decideUnclearMoney(inside, entry, { ...wish, accountId: cx.accountId }))
  })
}

const noSuchEntry = () => notFound("Payment issue not found.", "Choose one from Payment issues.")
