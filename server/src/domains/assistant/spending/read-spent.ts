import type { Context } from "#access/context.ts"
import { type Chosen, pursesOf, type Spender } from "./spend.ts"
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
  const of = async (purse: Purse): Promise<Spent> => {
    const { tokens, micros } = await findSpent(cx, purse)
    // A reservation that is being settled may count for a moment as less than nothing.
    return { tokens: Math.max(0, tokens), most: purse.most, micros: cx.assistant.prices ? micros : null }
  }
  return { member: await of(member), workspace: await of(workspace) }
}
