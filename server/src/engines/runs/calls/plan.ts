import { PermitsNarrowed } from "#access/enter.ts"
import { type CallRow, LeaseLost, transitionCall } from "#domains/assistant/on-demand.ts"
import { ServiceError } from "#kernel/error.ts"
import type { Engine } from "../state/engine.ts"
import { type Judging, openJudging } from "../state/judging.ts"
import { type RunState, toolOf } from "../state/load-run.ts"
import { underLease } from "../state/under-lease.ts"
import { CallTaken, carryOut } from "./execute-call.ts"
import { isAsProposed, type Permitted } from "./permitted.ts"
import { together } from "./rehearse.ts"
import { toRefusal } from "./result.ts"

/** All or none, in one transaction. When one is refused, the other calls name it as their reason. */
export async function carryOutPlan(engine: Engine, state: RunState, calls: readonly CallRow[]): Promise<RunState> {
  const judging = await openJudging(engine, state)
  let at = 0
  try {
    const permitted: Permitted[] = []
    for (at = 0; at < calls.length; at += 1) permitted.push(permit(judging, state, calls[at] as CallRow))
    const outputs = await together(engine.app, async (inside) => {
      const done: Awaited<ReturnType<typeof carryOut>>[] = []
      for (at = 0; at < permitted.length; at += 1) {
        const one = permitted[at]
        if (one) done.push(await carryOut({ ...engine, app: inside }, one))
      }
      return done
    })
    let now = state
    for (const finish of outputs) now = await finish(engine, now)
    return now
  } catch (thrown) {
    if (thrown instanceof CallTaken) return state
    if (thrown instanceof LeaseLost) throw thrown
    await failAll(engine, state, { calls, thrown, failing: calls[at] })
    return state
  } finally {
    engine.live.touch(state.conversation.id)
  }
}

/** @throws ServiceError when the call is not permitted any more. */
function permit(judging: Judging, state: RunState, call: CallRow): Permitted {
  const tool = toolOf(state, call.tool)
  if (!tool || !isAsProposed(call, tool)) throw notAnyMore("This tool has changed since.")
  const { level, why } = judging.levelOf(tool)
  if (level === "never") throw notAnyMore(why)
  return { state, call, tool, epoch: judging.epoch }
}

const notAnyMore = (why: string) => new ServiceError("workspace_forbidden", why)

async function failAll(
  { app, cx }: Engine,
  state: RunState,
  { calls, thrown, failing }: { calls: readonly CallRow[]; thrown: unknown; failing: CallRow | undefined },
): Promise<void> {
  const refusal =
    thrown instanceof PermitsNarrowed
      ? { result: JSON.stringify({ error: "The assistant's permissions changed." }), summary: "No longer allowed" }
      : toRefusal(app, thrown)
  const title = failing === undefined ? "another" : (toolOf(state, failing.tool)?.title ?? failing.tool)
  await underLease(cx, state.run, async (cx) => {
    for (const call of calls) {
      const isOwn = call.id === failing?.id
      const text = `Not done: “${title}” in the same plan failed.`
      const set = isOwn ? refusal : { result: JSON.stringify({ error: text }), summary: text }
      await transitionCall({ ...cx, ...state.member }, "failPlan", { id: call.id, ...set })
    }
  })
}
