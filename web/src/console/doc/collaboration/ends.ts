import { Refused } from "../../../api/call.ts"

/** Why a doc cannot be written any more as it is open here. */
export type End = "signed-out" | "no-access" | "gone" | "too-old" | "refused" | "too-big"

/** Why the service does not let this page in, or take what it sends, for now. It is tried again by itself. */
export type Wait =
  | "too-many-tabs"
  | "too-many-readers"
  | "too-fast"
  | "too-busy"
  | "not-stored"
  | "no-room"
  | "too-new"
  | "no-sockets"

/** What the end of a connection asks for. */
export type AfterClose = { end: End } | { wait: Wait } | "connect-again" | "ask-again"

/** How often in a row the service may refuse what this browser has before it is taken for its last word. */
const mostRefusals = 3

const ends: Readonly<Record<number, End>> = { 4401: "signed-out", 4404: "gone", 4409: "too-old" }

/** What is refused for what it is: the same would be refused again. */
const refusals: Readonly<Record<number, End>> = { 1008: "refused", 1009: "too-big" }

/** What is over after a while. */
const waits: Readonly<Record<number, Wait>> = {
  1011: "not-stored",
  4420: "too-many-tabs",
  4423: "too-many-readers",
  4426: "too-new",
  4429: "too-fast",
  4507: "no-room",
}

/** What the numbers that the service ends a connection with mean. `count`: how many were refusals since a success, this one too. */
export function afterClose(code: number, count: number): AfterClose {
  if (code === 4403) return "ask-again"
  const end = ends[code] ?? (count >= mostRefusals ? refusals[code] : undefined)
  if (end) return { end }
  const wait = waits[code]
  return wait ? { wait } : "connect-again"
}

/** Whether the service would not take what was sent: too large, or not to be read. */
export const isRefusal = (code: number): boolean => code in refusals

const byStatus: Readonly<Record<number, End | Wait>> = {
  401: "signed-out",
  403: "no-access",
  404: "gone",
  409: "too-new",
  429: "too-busy",
  503: "too-busy",
}

/** What a refusal of a request says of a doc. @throws what says nothing of it. */
export function whyNot(error: unknown): End | Wait {
  const why = error instanceof Refused ? byStatus[error.status] : undefined
  if (!why) throw error
  return why
}
