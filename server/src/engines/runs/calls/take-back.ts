import type { Inside } from "#access/context.ts"
import { PermitsNarrowed } from "#access/enter.ts"
import {
  type CallRow,
  findHelper,
  LeaseLost,
  listCalls,
  lockLease,
  transitionCall,
} from "#domains/assistant/on-demand.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { ServiceError } from "#kernel/error.ts"
import type { Engine } from "../state/engine.ts"
import { openJudging } from "../state/judging.ts"
import { loadRun, type RunState, toolOf } from "../state/load-run.ts"
import type { RunLease } from "../state/run-lease.ts"
import { moveUnderLease, underLease } from "../state/under-lease.ts"
import { CallTaken, pick } from "./execute-call.ts"
import { lookBy, type Permitted, performAs } from "./permitted.ts"
import { toRefusal } from "./result.ts"
import { argumentsOf, type KeptUndo } from "./undo.ts"

/** The most tries of an undo while the permissions are being narrowed. */
const mostTries = 5

/** Undoes the requested writes, newest first. An object that another member has changed since stays. */
export async function takeBack(engine: Engine, lease: RunLease): Promise<void> {
  const state = await loadRun(engine, lease.run)
  if (!state) return lease.end("stop")
  const calls = state.calls.filter((call) => call.state === "undoing").reverse()
  for (const call of calls) {
    if (lease.isStopAsked) break
    await takeBackOne(engine, state, call)
    await lease.renew()
  }
  if (lease.isStopAsked) await keepRest(engine, state, calls)
  await lease.end(lease.isStopAsked ? "stop" : "complete")
}

/** Ends a stopped undo. The remaining writes can be undone later. */
async function keepRest({ cx }: Engine, { run, member }: RunState, calls: readonly CallRow[]): Promise<void> {
  await underLease(cx, run, async (cx) => {
    for (const { id } of calls) await transitionCall({ ...cx, ...member }, "keep", { id })
  })
}

async function takeBackOne(engine: Engine, state: RunState, call: CallRow): Promise<void> {
  const { app, cx, live } = engine
  const stored = JSON.parse(call.undo ?? "null") as KeptUndo | null
  const tool = stored && helperOf(state, stored)
  const refuse = (why: string, undo: string | null = null) =>
    moveUnderLease(cx, state, "keep", { id: call.id, undo, undo_refusal: why })
  try {
    if (!stored || !tool) return void (await refuse("This can't be undone."))
    const why = await undo(engine, { state, call, tool }, stored)
    if (why !== undefined) await refuse(why)
  } catch (thrown) {
    if (thrown instanceof LeaseLost || thrown instanceof DatabaseOutage) throw thrown
    if (thrown instanceof CallTaken) return
    // An internal error, or permissions that were being narrowed, do not rule out a later undo.
    const isForGood = thrown instanceof ServiceError && !(thrown instanceof PermitsNarrowed)
    await refuse(toRefusal(app, thrown).summary, isForGood ? null : call.undo)
  } finally {
    live.touch(call.conversation_id)
  }
}

const helperOf = (state: RunState, { tool }: KeptUndo) => findHelper(tool) ?? toolOf(state, tool)

/** Ends its call in the same transaction. Tries again after narrowings. Returns why the write was not undone. */
async function undo(engine: Engine, one: Omit<Permitted, "epoch">, stored: KeptUndo): Promise<string | undefined> {
  const { state, call } = one
  const recordWrite = async (cx: Inside, answer: unknown) => {
    await lockLease(cx, state.run)
    const { tool, arguments: given, isChained } = stored
    const undo = isChained ? JSON.stringify({ tool, arguments: { id: given.id }, answer }) : null
    if (!(await transitionCall({ ...cx, ...state.member }, "undo", { id: call.id, undo }))) throw new CallTaken()
  }
  const input = argumentsOf(stored, await listCalls(engine.cx, call.conversation_id))
  for (let tries = 1; ; tries += 1) {
    const { epoch } = await openJudging(engine, state)
    const permitted: Permitted = { ...one, epoch }
    const why = await reasonToKeep(engine, permitted, stored)
    if (why !== undefined) return why
    try {
      await performAs(engine.app, permitted, { input, recordWrite })
      return undefined
    } catch (thrown) {
      if (!(thrown instanceof PermitsNarrowed) || tries >= mostTries) throw thrown
    }
  }
}

/** Why the object must stay: it has changed since the write, or its state after the write is unknown. */
async function reasonToKeep(engine: Engine, permitted: Permitted, { look, fields, after }: KeptUndo) {
  if (!look || fields.length === 0) return undefined
  if (after === undefined) return "Not undone: someone may have changed it since."
  const now = await lookBy(engine, permitted, look)
  const isSame = now !== undefined && canonicalJson(pick(now, fields)) === canonicalJson(after)
  return isSame ? undefined : "Not undone: someone changed it since."
}
