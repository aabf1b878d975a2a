import type { Context, Reading } from "#access/context.ts"
import { type ChosenBudgets, installationPurse, pursesOf, type Spender } from "./spend.ts"
import { findSpent, type Purse } from "./spending-store.ts"

/** `micros` is the cost in millionths of a dollar, where the operator set prices. */
interface Spent {
  readonly tokens: number
  readonly most: number
  readonly micros: number | null
}

/** The use of a member today, and of their workspace this month (UTC). */
export async function readSpent(
  cx: Context,
  spender: Spender,
  chosen: ChosenBudgets | undefined,
): Promise<{ member: Spent; workspace: Spent }> {
  const { member, workspace } = pursesOf(cx, spender, chosen)
  return { member: await spentOf(cx, member), workspace: await spentOf(cx, workspace) }
}

type Counting = Reading & Pick<Context, "assistant">

/** The use of the whole installation today (UTC). */
export function readSpentHere(cx: Counting): Promise<Spent> {
  return spentOf(cx, installationPurse(cx))
}

async function spentOf(cx: Counting, purse: Purse): Promise<Spent> {
  const { tokens, micros } = await findSpent(cx, purse)
  // While a reservation is being settled, the sum may be below 0 for a moment.
  return { tokens: Math.max(0, tokens), most: purse.most, micros: cx.assistant.prices ? micros : null }
}
