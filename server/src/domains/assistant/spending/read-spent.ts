import type { Context, Reading } from "#access/context.ts"
import { type Chosen, installationPurse, pursesOf, type Spender } from "./spend.ts"
import { findSpent, type Purse } from "./spending-store.ts"

/** What was used of what there may be, in tokens; in millionths of a dollar where the operator named prices. */
interface Spent {
  readonly tokens: number
  readonly most: number
  readonly micros: number | null
}

/** What a member used today, and their workspace this month (UTC). */
export async function readSpent(
  cx: Context,
  spender: Spender,
  chosen: Chosen | undefined,
): Promise<{ member: Spent; workspace: Spent }> {
  const { member, workspace } = pursesOf(cx, spender, chosen)
  return { member: await spentOf(cx, member), workspace: await spentOf(cx, workspace) }
}

type Counting = Reading & Pick<Context, "assistant">

/** What the whole installation used today (UTC). */
export function readSpentHere(cx: Counting): Promise<Spent> {
  return spentOf(cx, installationPurse(cx))
}

async function spentOf(cx: Counting, purse: Purse): Promise<Spent> {
  const { tokens, micros } = await findSpent(cx, purse)
  // A reservation that is being settled may count for a moment as less than nothing.
  return { tokens: Math.max(0, tokens), most: purse.most, micros: cx.assistant.prices ? micros : null }
}
