import type { Inside } from "#access/context.ts"
import {
  callTransitions,
  endAnswer,
  type RunRow,
  readReserved,
  type StoredPart,
  transitionCall,
} from "#domains/assistant/on-demand.ts"
import { endOpenCalls } from "./calls/end-open-calls.ts"
import { settleStep } from "./model/paying.ts"
import type { Engine } from "./state/engine.ts"
import { loadRun, type RunState } from "./state/load-run.ts"
import type { RunLease } from "./state/run-lease.ts"
import { underLease } from "./state/under-lease.ts"
import { say } from "./step.ts"

/** How often a model is asked again for a step because the process ended during it. */
export const mostCuts = 1

export const isCut = ({ messages }: RunState) => messages.at(-1)?.parts.some(isCutNotice) === true

export const cutsOf = ({ messages }: RunState, run: RunRow) =>
  messages.filter(({ run_id, parts }) => run_id === run.id && parts.some(isCutNotice)).length

const isCutNotice = (part: StoredPart) => part.type === "notice" && part.code === "cut_off"

/** Marks the text as cut off and settles the reservation by an estimate. Returns false where there was no step. */
export async function mendCut(engine: Engine, lease: RunLease, state: RunState): Promise<boolean> {
  const { run, messages } = state
  const { reserved } = lease.run
  const half = messages.findLast((message) => message.run_id === run.id && message.output_tokens === null)
  if (!half && reserved === null) return false
  if (!half) {
    await settleStep(engine, lease, { used: { input: 0, output: 0, cached: 0 } })
    return true
  }
  const texts = half.parts.filter((part) => part.type === "text")
  const output = Math.ceil(Buffer.byteLength(texts.map(({ text }) => text).join("")) / 3)
  const input = readReserved(lease.run)?.input ?? 0
  const canRetry = cutsOf(state, run) >= mostCuts
  const notice: StoredPart = { type: "notice", code: "cut_off", text: "The answer was cut off.", canRetry }
  const ended = { id: half.id, parts: texts, notice, taken: { input, output } }
  const keep = (inside: Inside) => endAnswer({ ...inside, ...state.member }, ended)
  await settleStep(engine, lease, { used: { input, output, cached: 0 }, keep })
  engine.live.touch(run.conversation_id)
  return true
}

/** Ends a run after an internal error, with its open calls. Each says so. */
export async function failRun(engine: Engine, lease: RunLease): Promise<void> {
  const state = await loadRun(engine, lease.run)
  if (state) {
    await mendCut(engine, lease, state)
    await endCalls(engine, state)
    const now = await loadRun(engine, lease.run)
    if (now && lease.run.kind === "answer") await say(engine, lease, { state: now, code: "failed", text: ourFault })
  }
  await lease.end("fail")
}

const ourFault = "Something went wrong. Try again."

async function endCalls({ cx }: Engine, state: RunState): Promise<void> {
  const { calls, run, member } = state
  await underLease(cx, run, async (cx) => {
    for (const call of calls)
      if (call.state === "undoing") await transitionCall({ ...cx, ...member }, "keep", { id: call.id })
    const result = JSON.stringify({ error: callTransitions.abandon.says })
    await endOpenCalls(cx, state, { how: "abandon", result })
  })
}
