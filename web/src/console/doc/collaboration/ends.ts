import { Refused } from "../../../api/call.ts"

/** Why this open doc can no longer be edited. */
export type End = "signed-out" | "no-access" | "gone" | "too-old" | "refused" | "too-big"

/** Why the service refuses this page or its edits temporarily. The page retries on its own. */
export type Wait =
  | "too-many-tabs"
  | "too-many-readers"
  | "too-fast"
  | "too-busy"
  | "not-stored"
  | "no-room"
  | "too-new"
  | "no-sockets"

/** The reaction to a closed connection. */
export type AfterClose = { end: End } | { wait: Wait } | "connect-again" | "ask-again"

/** After this many refusals in a row, a refusal is final. */
const mostRefusals = 3

const ends: Readonly<Record<number, End>> = { 4401: "signed-out", 4404: "gone", 4409: "too-old" }

/** Refusals of the content itself: a retry would be refused too. */
const refusals: Readonly<Record<number, End>> = { 1008: "refused", 1009: "too-big" }

/** Temporary refusals. */
const waits: Readonly<Record<number, Wait>> = {
  1011: "not-stored",
  4420: "too-many-tabs",
  4423: "too-many-readers",
  4426: "too-new",
  4429: "too-fast",
  4507: "no-room",
}

/** Maps a close code to the reaction. `count`: refusals since the last success, including this one. */
export function afterClose(code: number, count: number): AfterClose {
  if (code === 4403) return "ask-again"
  const end = ends[code] ?? (count >= mostRefusals ? refusals[code] : undefined)
  if (end) return { end }
  const wait = waits[code]
  return wait ? { wait } : "connect-again"
}

/** Whether the service rejected the sent update as too large or unreadable. */
export const isRejectedUpdate = (code: number): boolean => code in refusals

const byStatus: Readonly<Record<number, End | Wait>> = {
  401: "signed-out",
  403: "no-access",
  404: "gone",
  409: "too-new",
  429: "too-busy",
  503: "too-busy",
}

/** Maps a refused request to its meaning for the doc. @throws any other error */
export function endOrWaitOf(error: unknown): End | Wait {
  const why = error instanceof Refused ? byStatus[error.status] : undefined
  if (!why) throw error
  return why
}
