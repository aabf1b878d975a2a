import type { Context, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { correct, findSpent, type Purse, take } from "./spending-store.ts"

/** Who spends. */
export interface Spender {
  readonly accountId: string
  readonly workspaceId: WorkspaceId
}

export interface Chosen {
  readonly member_daily_tokens: number | null
  readonly monthly_tokens: number | null
}

/** Why there are no tokens left, as people read it. */
const words = {
  member: "You have used all that the assistant may do for you today.",
  workspace: "This workspace has used all that the assistant may do for it this month.",
  installation: "All that the assistant may do here today is used up.",
} as const

type WhoseName = keyof typeof words

/** A reservation, to be settled by what was used. */
export interface Reserved {
  readonly tokens: number
  readonly purses: readonly Purse[]
}

class Short extends Error {
  readonly whose: WhoseName
  constructor(whose: WhoseName) {
    super(words[whose])
    this.whose = whose
  }
}

/**
 * Reserves tokens before a step, by member and day, workspace and month, installation and day (UTC): all of them, or
 * none. However many steps reserve at once, no limit is exceeded.
 *
 * @returns the reservation, or whose limit is reached, as a sentence.
 */
export async function reserveTokens(
  cx: Context,
  spender: Spender,
  { tokens, chosen }: { tokens: number; chosen: Chosen | undefined },
): Promise<Reserved | string> {
  const purses = pursesOf(cx, spender, chosen)
  try {
    await cx.atomically(async (inside) => {
      for (const [whose, purse] of Object.entries(purses) as [WhoseName, Purse][]) {
        if (!(await take(inside, purse, tokens))) throw new Short(whose)
      }
    })
  } catch (thrown) {
    if (thrown instanceof Short) return words[thrown.whose]
    throw thrown
  }
  return { tokens, purses: Object.values(purses) }
}

/** Whose limit does not leave `tokens` any more, as a sentence; undefined where all do. */
export async function findShort(
  cx: Reading & Pick<Context, "assistant">,
  spender: Spender,
  { tokens, chosen }: { tokens: number; chosen: Chosen | undefined },
): Promise<string | undefined> {
  const purses = Object.entries(pursesOf(cx, spender, chosen)) as [WhoseName, Purse][]
  const taken = await Promise.all(purses.map(([, purse]) => findSpent(cx, purse)))
  const short = purses.find(([, { most }], at) => (taken[at]?.tokens ?? 0) + tokens > most)
  return short && words[short[0]]
}

/** What a step used, in tokens. */
export interface Used {
  readonly input: number
  readonly output: number
  readonly cached: number
}

/** Settles a reservation by what was used, and adds what it cost. */
export async function settleTokens(cx: Context, { tokens, purses }: Reserved, used: Used): Promise<void> {
  const micros = costOf(cx, used)
  await cx.atomically(async (inside) => {
    for (const purse of purses) await correct(inside, purse, { tokens: used.input + used.output - tokens, micros })
  })
}

/** Millionths of a dollar; 0 where the operator named no prices. */
function costOf({ assistant: { prices } }: Pick<Context, "assistant">, used: Used): number {
  if (!prices) return 0
  const fresh = Math.max(0, used.input - used.cached)
  return Math.round(fresh * prices.input + used.cached * prices.cached + used.output * prices.output)
}

/** What there is to spend from, and how much at most. */
export function pursesOf(
  cx: Pick<Context, "now" | "assistant">,
  { accountId, workspaceId }: Spender,
  chosen: Chosen | undefined,
): Record<WhoseName, Purse> {
  const day = new Date(cx.now()).toISOString().slice(0, 10)
  const { memberDayTokens, workspaceMonthTokens, installationDayTokens } = cx.assistant.limits
  const ofMember = Math.min(memberDayTokens, chosen?.member_daily_tokens ?? memberDayTokens)
  const ofWorkspace = Math.min(workspaceMonthTokens, chosen?.monthly_tokens ?? workspaceMonthTokens)
  return {
    member: { subject: `member ${accountId} ${workspaceId}`, period: day, most: ofMember },
    workspace: { subject: `workspace ${workspaceId}`, period: day.slice(0, 7), most: ofWorkspace },
    installation: { subject: "installation", period: day, most: installationDayTokens },
  }
}
