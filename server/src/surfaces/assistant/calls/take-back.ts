import { type CallRow, endCall, moveCall } from "#domains/assistant/on-demand.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import type { Engine } from "../engine.ts"
import { loadRun, type RunState, toolOf } from "../load-run.ts"
import type { Turn } from "../turn.ts"
import { CallTaken, pick } from "./execute-call.ts"
import { openJudging } from "./judging.ts"
import { lookBy, type Permitted, performAs } from "./permitted.ts"
import { toRefusal } from "./result.ts"
import type { KeptUndo } from "./undo.ts"

/** Takes back the writes that their person asked for, the newest first. What somebody changed since stays, and says so. */
export async function takeBack(engine: Engine, turn: Turn): Promise<void> {
  const state = await loadRun(engine, turn.run)
  if (!state) return turn.end("stopped")
  const calls = state.calls.filter((call) => call.state === "undoing").reverse()
  for (const call of calls) {
    await takeBackOne(engine, state, call)
    await turn.renew()
  }
  await turn.end("done")
}

async function takeBackOne(engine: Engine, state: RunState, call: CallRow): Promise<void> {
  const { app, cx, live } = engine
  const kept = JSON.parse(call.undo ?? "null") as KeptUndo | null
  const tool = kept && toolOf(state, kept.tool)
  const refuse = (why: string) =>
    cx.atomically((cx) =>
      moveCall(cx, call.id, { from: ["undoing"], set: { state: "done", undo: null, undo_refusal: why } }),
    )
  try {
    if (!kept || !tool) return void (await refuse("This cannot be taken back."))
    const { epoch } = await openJudging(engine, state)
    const permitted: Permitted = { state, call, tool, epoch }
    if (await wasChanged(engine, permitted, kept)) {
      return void (await refuse("Somebody changed it since, so it was left as it is."))
    }
    await performAs(app, permitted, {
      input: kept.arguments,
      recordWrite: async (cx) => {
        const set = { state: "undone" as const, decided_at: cx.now() }
        if (!(await endCall({ ...cx, ...state.member }, call.id, { from: ["undoing"], set }))) throw new CallTaken()
      },
    })
  } catch (thrown) {
    if (!(thrown instanceof CallTaken)) await refuse(toRefusal(app, thrown).summary)
  } finally {
    live.touch(call.conversation_id)
  }
}

/** Whether the object is another than right after the write. What was not read then is not compared. */
async function wasChanged(engine: Engine, permitted: Permitted, { look, fields, after }: KeptUndo): Promise<boolean> {
  if (after === undefined || fields.length === 0) return false
  const now = await lookBy(engine, permitted, look)
  return now === undefined || canonicalJson(pick(now, fields)) !== canonicalJson(after)
}
