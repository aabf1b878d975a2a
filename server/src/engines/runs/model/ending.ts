import { failureWords, isExcess, type StoredPart } from "#domains/assistant/on-demand.ts"
import type { RunState } from "../state/load-run.ts"
import { AccessLost, type RunLease } from "../state/run-lease.ts"
import { TimeUp } from "./time-limit.ts"
import type { Writing } from "./writing.ts"

type Notice = StoredPart & { readonly type: "notice" }

/** The notice below a complete answer; undefined where the model ended by itself with text, or with calls. */
export function endNotice({ end, calls, hasSaid }: Writing, outputTokens: number): Notice | undefined {
  const notice = { type: "notice" as const, canRetry: true }
  if (end === "refused") return { ...notice, code: "declined", text: "The model declined to answer." }
  if (calls.length > 0) return undefined
  const most = `${outputTokens.toLocaleString("en")} tokens`
  if (end === "length" && hasSaid)
    return { ...notice, code: "length", text: `The answer reached its limit of ${most}.` }
  if (end === "length")
    return { ...notice, code: "nothing", text: `The model reached its limit of ${most} without an answer.` }
  return hasSaid ? undefined : { ...notice, code: "nothing", text: "The model gave no answer." }
}

/** The notice below an answer that failed or was cut off. */
export function failureNotice(
  lease: RunLease,
  thrown: unknown,
  { state, hasSaid }: { state: RunState; hasSaid: boolean },
): Notice {
  const notice = { type: "notice" as const, canRetry: true }
  if (lease.isStopAsked) return { ...notice, code: "stopped", text: "Stopped by you." }
  if (thrown instanceof AccessLost) return { ...notice, code: "stopped", text: "You lost access to this workspace." }
  if (thrown instanceof TimeUp) return { ...notice, code: "limit", text: thrown.message }
  if (hasSaid && !isExcess(thrown)) return { ...notice, code: "cut_off", text: "The answer was cut off." }
  const isAdmin = state.member.role === "admin" || state.member.role === "owner"
  return { ...notice, code: "failed", text: failureWords(thrown, { isAdmin }) }
}
