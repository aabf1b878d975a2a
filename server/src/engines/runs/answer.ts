import type { RunEnd } from "#domains/assistant/on-demand.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { endOpenCalls } from "./calls/end-open-calls.ts"
import { isPending, settleCalls } from "./calls/settle-calls.ts"
import { cutsOf, isCut, mendCut, mostCuts } from "./mend.ts"
import { TimeUp } from "./model/time-limit.ts"
import type { Engine } from "./state/engine.ts"
import { openJudging } from "./state/judging.ts"
import { loadRun, type RunState } from "./state/load-run.ts"
import type { RunLease } from "./state/run-lease.ts"
import { underLease } from "./state/under-lease.ts"
import { say, step } from "./step.ts"

/** Each round reads all state again, so that another process can take over between any two rounds. */
export async function answer(engine: Engine, lease: RunLease): Promise<void> {
  let end: RunEnd | "wait" | undefined
  while (end === undefined) end = await round(engine, lease)
  if (end !== "wait") engine.live.pictures.forget(lease.run.id)
  await (end === "wait" ? lease.wait() : lease.end(end))
}

/** One round. Returns how the run ends this process's work; undefined where it continues. */
async function round(engine: Engine, lease: RunLease): Promise<RunEnd | "wait" | undefined> {
  const before = await loadRun(engine, lease.run)
  if (!before) return "stop"
  if (await mendCut(engine, lease, before)) return undefined
  const state = await settled(engine, lease, before)
  if (!state) return "stop"
  await lease.look()
  if (lease.isStopAsked) return stop(engine, lease, state)
  const own = state.calls.filter((call) => call.run_id === lease.run.id)
  if (own.some((call) => call.state === "waiting")) return "wait"
  if (own.some(isPending)) return undefined // the permissions changed meanwhile
  if (hasEnded(state, lease)) return isCut(state) ? "fail" : "complete"
  if (await takeNextStep(engine, lease, state)) return undefined
  return lease.isStopAsked ? "stop" : "fail"
}

async function settled(engine: Engine, lease: RunLease, state: RunState): Promise<RunState | undefined> {
  const hasPending = state.calls.some((call) => call.run_id === lease.run.id && isPending(call))
  if (!hasPending) return state
  if (!lease.isStopAsked) await settleCalls(engine, state, lease.signal)
  return loadRun(engine, lease.run)
}

async function takeNextStep(engine: Engine, lease: RunLease, state: RunState): Promise<boolean> {
  const { limits, isOn } = engine.app.assistant
  const judging = await openJudging(engine, state)
  const off = judging.judge.settings?.switched_off_at
  if (!isOn || off) return say(engine, lease, { state, code: "failed", text: "The assistant is turned off." })
  if (lease.run.steps >= limits.steps)
    return say(engine, lease, {
      state,
      code: "limit",
      text: `This answer was stopped after ${limits.steps} steps.`,
    })
  if (lease.workedMs > limits.minutes * minuteMs)
    return say(engine, lease, { state, code: "limit", text: new TimeUp(limits.minutes).message })
  return step(engine, lease, { state, judging })
}

/** Whether the run's last message has neither calls nor a summary, or was cut off too often. */
function hasEnded(state: RunState, { run }: RunLease): boolean {
  const last = state.messages.at(-1)
  if (last?.role !== "assistant" || last.run_id !== run.id) return false
  if (isCut(state)) return cutsOf(state, run) > mostCuts
  return !last.parts.some(({ type }) => type === "call" || type === "summary")
}

async function stop(engine: Engine, lease: RunLease, state: RunState): Promise<"stop"> {
  const hasSaidSo = state.messages.at(-1)?.parts.some((part) => part.type === "notice" && part.code === "stopped")
  const declined = { how: "cancel", decision: "no", decided_by: state.member.accountId } as const
  await underLease(engine.cx, state.run, (cx) => endOpenCalls(cx, state, declined))
  if (!hasSaidSo) await say(engine, lease, { state, code: "stopped", text: "Stopped by you." })
  return "stop"
}
