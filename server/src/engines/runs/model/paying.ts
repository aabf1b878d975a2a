import type { Inside } from "#access/context.ts"
import type { ModelRequest, ModelUsage } from "#adapters/models/port.ts"
import {
  findRun,
  type Reserved,
  reserveTokens,
  settleTokens,
  type updateLeasedRun,
} from "#domains/assistant/on-demand.ts"
import type { Engine } from "../state/engine.ts"
import type { Judging } from "../state/judging.ts"
import type { RunState } from "../state/load-run.ts"
import type { RunLease } from "../state/run-lease.ts"
import { LeaseLost, lockConversationAndLease } from "../state/under-lease.ts"
import { estimate } from "./ask-model.ts"

type Counts = Parameters<typeof updateLeasedRun>[2]

/** Reserves tokens in a transaction with `begin`. Returns a sentence where a limit is reached. @throws LeaseLost */
export async function reserveStep(
  { cx }: Engine,
  lease: RunLease,
  {
    state,
    judging,
    request,
    begin = async () => {},
  }: { state: RunState; judging: Judging; request: ModelRequest; begin?: (inside: Inside) => Promise<void> },
): Promise<Reserved | string> {
  const asked = { input: estimate(request), output: request.maxOutputTokens, chosen: judging.judge.settings }
  const note = async (inside: Inside, reserved: Reserved) => {
    await lockConversationAndLease(inside, lease.run, { reserved: JSON.stringify(reserved) })
    await begin(inside)
  }
  const reserved = await reserveTokens(cx, state.member, { ...asked, note })
  if (typeof reserved !== "string") lease.run = { ...lease.run, reserved: JSON.stringify(reserved) }
  return reserved
}

/** Runs in the transaction that stores the step's outcome. @throws LeaseLost where another process settles it. */
export async function settleStep(
  { app, cx }: Engine,
  lease: RunLease,
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
  const { reserved } = lease.run
  const set = { ...counts, tokens: lease.run.tokens + used.input + used.output, reserved: null }
  try {
    await cx.atomically(async (inside) => {
      await lockConversationAndLease(inside, lease.run, set)
      await keep(inside)
      if (reserved !== null) await settleTokens({ ...inside, assistant: app.assistant }, readReserved(reserved), used)
    })
  } catch (thrown) {
    if (thrown instanceof LeaseLost) await settleOrphan({ app, cx }, lease, used)
    throw thrown
  }
  lease.run = { ...lease.run, ...set }
}

/** Settles the reservation of a run that was deleted with its conversation: no other process can. */
export async function settleOrphan(
  { app, cx }: Pick<Engine, "app" | "cx">,
  lease: RunLease,
  used: Pick<ModelUsage, "input" | "output" | "cached">,
): Promise<void> {
  const { reserved, id } = lease.run
  if (reserved === null || (await findRun(cx, id))) return
  await cx.atomically((inside) => settleTokens({ ...inside, assistant: app.assistant }, readReserved(reserved), used))
}

export const readReserved = (reserved: string): Reserved => JSON.parse(reserved)
