import type { Inside } from "#access/context.ts"
import type { ModelRequest, ModelUsage } from "#adapters/models/port.ts"
import { beginStep, endStep, type Reserved } from "#domains/assistant/on-demand.ts"
import type { Engine } from "../state/engine.ts"
import type { Judging } from "../state/judging.ts"
import type { RunState } from "../state/load-run.ts"
import type { RunLease } from "../state/run-lease.ts"
import { estimate } from "./ask-model.ts"

/** Reserves the estimated tokens of a step. Returns a sentence where a limit is reached. @throws LeaseLost */
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
  const tokens = { input: estimate(request), output: request.maxOutputTokens, chosen: judging.judge.settings }
  const reserved = await beginStep(cx, lease.run, { spender: state.member, ...tokens, begin })
  if (typeof reserved !== "string") lease.run = { ...lease.run, reserved: JSON.stringify(reserved) }
  return reserved
}

/** Ends a step, in the transaction in which `keep` stores its outcome. @throws LeaseLost */
export async function settleStep(
  { cx }: Engine,
  lease: RunLease,
  {
    used,
    counts = {},
    keep = async () => {},
  }: {
    used: Pick<ModelUsage, "input" | "output" | "cached">
    counts?: Parameters<typeof endStep>[2]["counts"]
    keep?: (inside: Inside) => Promise<void>
  },
): Promise<void> {
  lease.run = { ...lease.run, ...(await endStep(cx, lease.run, { used, counts, keep })) }
}
