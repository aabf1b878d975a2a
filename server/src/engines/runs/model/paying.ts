import type { Inside } from "#access/context.ts"
import type { ModelRequest, ModelUsage } from "#adapters/models/port.ts"
import { findRun, type Reserved, reserveTokens, settleTokens, type updateTurn } from "#domains/assistant/on-demand.ts"
import type { Engine } from "../state/engine.ts"
import { holdToAdd, TurnLost } from "../state/in-turn.ts"
import type { Judging } from "../state/judging.ts"
import type { RunState } from "../state/load-run.ts"
import type { Turn } from "../state/turn.ts"
import { estimate } from "./ask-model.ts"

type Counts = Parameters<typeof updateTurn>[2]

/**
 * Reserves what a step may take, and notes it with the run: whoever takes it up after a kill settles it. `begin` is done
 * in the same transaction.
 *
 * @returns whose limit is reached, as a sentence, where there is not as much left. @throws TurnLost
 */
export async function reserveStep(
  { cx }: Engine,
  turn: Turn,
  {
    state,
    judging,
    request,
    begin = async () => {},
  }: { state: RunState; judging: Judging; request: ModelRequest; begin?: (inside: Inside) => Promise<void> },
): Promise<Reserved | string> {
  const asked = { input: estimate(request), output: request.maxOutputTokens, chosen: judging.judge.settings }
  const note = async (inside: Inside, reserved: Reserved) => {
    await holdToAdd(inside, turn.run, { reserved: JSON.stringify(reserved) })
    await begin(inside)
  }
  const reserved = await reserveTokens(cx, state.member, { ...asked, note })
  if (typeof reserved !== "string") turn.run = { ...turn.run, reserved: JSON.stringify(reserved) }
  return reserved
}

/**
 * Settles what a step reserved, once, in the transaction that keeps what came of it. @throws TurnLost where another
 * process has the run, and with it what is to be settled.
 */
export async function settleStep(
  { app, cx }: Engine,
  turn: Turn,
  {
    used,
    counts = {},
    keep = async () => {},
  }: {
    used: Pick<ModelUsage, "input" | "output" | "cached">
    counts?: Counts
    keep?: (inside: Inside) => Promise<void>
  },
): Promise<void> {
  const { reserved } = turn.run
  const set = { ...counts, tokens: turn.run.tokens + used.input + used.output, reserved: null }
  try {
    await cx.atomically(async (inside) => {
      await holdToAdd(inside, turn.run, set)
      await keep(inside)
      if (reserved !== null) await settleTokens({ ...inside, assistant: app.assistant }, readReserved(reserved), used)
    })
  } catch (thrown) {
    if (thrown instanceof TurnLost) await settleOrphan({ app, cx }, turn, used)
    throw thrown
  }
  turn.run = { ...turn.run, ...set }
}

/** A conversation that its person deleted meanwhile took its run along: nobody else settles what it reserved. */
export async function settleOrphan(
  { app, cx }: Pick<Engine, "app" | "cx">,
  turn: Turn,
  used: Pick<ModelUsage, "input" | "output" | "cached">,
): Promise<void> {
  const { reserved, id } = turn.run
  if (reserved === null || (await findRun(cx, id))) return
  await cx.atomically((inside) => settleTokens({ ...inside, assistant: app.assistant }, readReserved(reserved), used))
}

export const readReserved = (reserved: string): Reserved => JSON.parse(reserved)
