import type { Context, Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { correct, findSpent, type Purse, takeTokens } from "./spending-store.ts"

export interface Spender {
  readonly accountId: string
  readonly workspaceId: WorkspaceId
}

export interface ChosenBudgets {
  readonly member_daily_tokens: number | null
  readonly monthly_tokens: number | null
}

const words = {
  member: "You've reached your daily assistant limit. It resets at midnight UTC.",
  workspace: "This workspace has reached its monthly assistant limit. It resets next month.",
  installation: "The service has reached its daily assistant limit. It resets at midnight UTC.",
} as const

type WhoseName = keyof typeof words

/** A reservation of the estimated input tokens and of the longest possible output. It is settled by the real use. */
export interface Reserved {
  readonly input: number
  readonly output: number
  readonly purses: readonly Omit<Purse, "most">[]
}

class Short extends Error {
  readonly whose: WhoseName
  constructor(whose: WhoseName) {
    super(words[whose])
    this.whose = whose
  }
}

/**
 * Reserves tokens for a step in all three budgets, or in none. Concurrent reservations never exceed a limit. Returns
 * the reservation, or a sentence that names the reached limit.
 * @param note stores it in the same transaction, so that another process can settle it after a kill.
 */
export async function reserveTokens(
  cx: Context,
  spender: Spender,
  {
    input,
    output,
    chosen,
    note,
  }: Pick<Reserved, "input" | "output"> & { chosen: ChosenBudgets | undefined; note: Note },
): Promise<Reserved | string> {
  const purses = pursesOf(cx, spender, chosen)
  const charged = Object.values(purses).map(({ subject, period }) => ({ subject, period }))
  const reserved: Reserved = { input, output, purses: charged }
  const tokens = input + output
  try {
    await cx.atomically(async (inside) => {
      await note(inside, reserved)
      for (const [whose, purse] of Object.entries(purses) as [WhoseName, Purse][]) {
        if (!(await takeTokens(inside, purse, tokens))) throw new Short(whose)
      }
    })
  } catch (thrown) {
    if (thrown instanceof Short) return words[thrown.whose]
    throw thrown
  }
  return reserved
}

type Note = (cx: Inside, reserved: Reserved) => Promise<void>

/** A sentence that names the first budget with fewer than `tokens` left; undefined where all have enough. */
export async function findShort(
  cx: Reading & Pick<Context, "assistant">,
  spender: Spender,
  { tokens, chosen }: { tokens: number; chosen: ChosenBudgets | undefined },
): Promise<string | undefined> {
  const purses = Object.entries(pursesOf(cx, spender, chosen)) as [WhoseName, Purse][]
  const taken = await Promise.all(purses.map(([, purse]) => findSpent(cx, purse)))
  const short = purses.find(([, { most }], at) => (taken[at]?.tokens ?? 0) + tokens > most)
  return short && words[short[0]]
}

/** The tokens that a step used. `cached` are part of `input`. */
export interface UsedTokens {
  readonly input: number
  readonly output: number
  readonly cached: number
}

/** Settles a reservation by the real use and adds its cost. Call it in the transaction that clears the reservation. */
export async function settleTokens(
  cx: Inside & Pick<Context, "assistant">,
  { input, output, purses }: Reserved,
  used: UsedTokens,
): Promise<void> {
  const micros = costOf(cx, used)
  for (const purse of purses) await correct(cx, purse, { tokens: used.input + used.output - input - output, micros })
}

/** The price of tokens, in millionths of a dollar; 0 where the operator set no prices. */
function costOf({ assistant: { prices } }: Pick<Context, "assistant">, used: UsedTokens): number {
  if (!prices) return 0
  const fresh = Math.max(0, used.input - used.cached)
  return Math.round(fresh * prices.input + used.cached * prices.cached + used.output * prices.output)
}

export function pursesOf(
  cx: Pick<Context, "now" | "assistant">,
  { accountId, workspaceId }: Spender,
  chosen: ChosenBudgets | undefined,
): Record<WhoseName, Purse> {
  const day = dayOf(cx)
  const { memberDayTokens, workspaceMonthTokens } = cx.assistant.limits
  const ofMember = Math.min(memberDayTokens, chosen?.member_daily_tokens ?? memberDayTokens)
  const ofWorkspace = Math.min(workspaceMonthTokens, chosen?.monthly_tokens ?? workspaceMonthTokens)
  return {
    member: { subject: `member ${accountId} ${workspaceId}`, period: day, most: ofMember },
    workspace: { subject: `workspace ${workspaceId}`, period: day.slice(0, 7), most: ofWorkspace },
    installation: installationPurse(cx),
  }
}

export function installationPurse(cx: Pick<Context, "now" | "assistant">): Purse {
  return { subject: "installation", period: dayOf(cx), most: cx.assistant.limits.installationDayTokens }
}

const dayOf = ({ now }: Pick<Context, "now">) => new Date(now()).toISOString().slice(0, 10)
