import { setTimeout as sleep } from "node:timers/promises"
import {
  type CheckoutSession,
  type CheckoutSessionPage,
  type Dispute,
  type DisputeState,
  type EventPage,
  type Hook,
  type ProcessorAccountState,
  ProcessorError,
  type Refund,
} from "../port.ts"
import { type FaultRow, insertFault, takeFaultRow } from "./fault-store.ts"
import type { SandboxFile } from "./file.ts"

export const callOperations = [
  "findAccount",
  "makeHook",
  "removeHook",
  "openSession",
  "findSession",
  "listSessions",
  "expireSession",
  "refund",
  "listDisputes",
  "listEvents",
] as const

/** Faults of a call. Each says whether the call still has its effect. */
export const callFaults = {
  "lost-answer": "The call has its effect; its answer never arrives.",
  timeout: "The call never reaches the processor.",
  "server-error": "A 500 that may be tried again; no effect.",
  "server-error-stored": "A 500 that is repeated for the same idempotency key; no effect.",
  "server-error-stored-late": "The same, and the call has its effect nevertheless.",
  "rate-limited": "A 429; no effect.",
  locked: "A 409, as if another request with the key were running; no effect.",
  unauthorized: "A 401: the account's key is not known; no effect.",
  forbidden: "A 403: the account's key may not do this; no effect.",
  "bad-parameter": "A 400 about a parameter that the buyer cannot have caused; no effect.",
  malformed: "The call has its effect; the answer is cut off in the middle.",
  slow: "The answer takes `ms` milliseconds; from 10,000 on it counts as lost.",
  "wrong-answer":
    "The answer names another amount and currency than the session's, or says that a refund failed, or a dispute is lost.",
  "stale-answer":
    "The answer shows the session as it was when it was opened, a refund as on its way, or a dispute as open.",
  "wrong-ending":
    "The answer says that the session has expired unpaid, that a refund is with the buyer, or a dispute is won.",
} as const

export const webhookFaults = {
  duplicate: "Delivered `count` times instead of once.",
  late: "Delivered `ms` milliseconds late.",
  reordered: "Delivered after the next one.",
  lost: "Never delivered.",
  "wrong-amount": "Signed, but its amounts are too small by one minor unit.",
  stale: "Signed 301 seconds ago.",
  forged: "Signed with another key.",
} as const

export type CallOperation = (typeof callOperations)[number]
export type CallFault = keyof typeof callFaults
export type WebhookFault = keyof typeof webhookFaults

/** A planned fault: after `after` successful calls of the operation (default 0), it hits `times` calls (default 1). */
export type FaultPlan = { [Amount in "after" | "times" | "ms" | "count"]?: number | undefined } & (
  | { operation: CallOperation | "any"; kind: CallFault }
  | { operation: "webhook"; kind: WebhookFault }
)

const timeoutMs = 10_000
const before: Partial<Record<CallFault, [ProcessorError["outcome"], string]>> = {
  timeout: ["unknown", "The processor did not answer within 10 seconds."],
  "server-error": ["unknown", "The processor answered 500 and may be asked again."],
  "rate-limited": ["unknown", "The processor answered 429."],
  locked: ["unknown", "The processor answered 409: a request with this key is running."],
  unauthorized: ["account-fault", "The processor answered 401."],
  forbidden: ["account-fault", "The processor answered 403."],
  "bad-parameter": ["account-fault", "The processor answered 400 about a parameter."],
}

/** Adds a fault to the plan, which is in the sandbox's file and survives a restart. */
export function planFault(
  file: SandboxFile,
  { operation, kind, after = 0, times = 1, ms, count = 2 }: FaultPlan,
): void {
  insertFault(file, { operation, kind, after, times, ms: ms ?? (kind === "late" ? 60_000 : 1_000), count })
}

/** Takes the fault for this call. Throws if the call must not reach the processor. */
export function takeCallFault(file: SandboxFile, operation: CallOperation): FaultRow | undefined {
  const fault = file.atomically(() => takeFaultRow(file, operation, "any"))
  const error = before[fault?.kind as CallFault]
  if (error) throw new ProcessorError(...error)
  return fault
}

/** Applies the fault to a response: loses, delays or changes it. */
export async function sendAnswer<Answer extends AnyAnswer>(
  fault: FaultRow | undefined,
  answer: Answer,
): Promise<Answer> {
  switch (fault?.kind) {
    case "lost-answer":
      throw new ProcessorError("unknown", "The connection closed before the answer came.")
    case "malformed":
      throw new ProcessorError("unknown", "The processor's answer is not JSON.")
    case "slow":
      await sleep(Math.min(fault.ms, timeoutMs))
      if (fault.ms >= timeoutMs) throw new ProcessorError("unknown", "The processor did not answer within 10 seconds.")
      return answer
    case "wrong-answer":
      return change(answer, ({ amountCents }) => ({ amountCents: amountCents + 1, currency: "xxx" }), [
        "failed",
        "lost",
      ])
    case "stale-answer":
      return change(answer, () => ({ ...unpaid, status: "open" }), ["pending", "open"])
    case "wrong-ending":
      return change(answer, () => ({ ...unpaid, status: "expired", clientSecret: null }), ["succeeded", "won"])
    default:
      return answer
  }
}

const unpaid = { payment: "unpaid", paymentId: null, paidAt: null, refundedCents: 0, returningCents: 0 } as const

export type AnyAnswer =
  | ProcessorAccountState
  | CheckoutSession
  | CheckoutSessionPage
  | Refund
  | Dispute[]
  | EventPage
  | Hook
  | undefined

/** Changes the checkout session or sessions of a response, the status of a refund, or the state of each dispute. */
function change<Answer extends AnyAnswer>(
  answer: Answer,
  lie: (checkoutSession: CheckoutSession) => Partial<CheckoutSession>,
  [status, state]: [Refund["status"], DisputeState],
): Answer {
  const changed = (checkoutSession: CheckoutSession) => ({ ...checkoutSession, ...lie(checkoutSession) })
  if (answer === undefined || "fault" in answer || "events" in answer || "secret" in answer) return answer
  if (Array.isArray(answer)) return answer.map((dispute) => ({ ...dispute, state })) as Answer
  if ("checkoutSessions" in answer) return { ...answer, checkoutSessions: answer.checkoutSessions.map(changed) }
  return "amountCents" in answer ? { ...answer, ...lie(answer) } : { ...answer, status }
}

export interface SeededPlan {
  seed: number
  calls: number
  rate: number
  kinds: CallFault[]
}

/** Each of the next `calls` calls meets a fault with probability `rate`. The same seed gives the same plan. */
export function seededFaults(plan: SeededPlan): FaultPlan[] {
  const random = mulberry32(plan.seed)
  const faults: FaultPlan[] = []
  for (let after = 0; after < plan.calls; after++) {
    if (random() >= plan.rate) continue
    const kind = plan.kinds[Math.floor(random() * plan.kinds.length)]
    if (kind) faults.push({ operation: "any", kind, after })
  }
  return faults
}

/** Tommy Ettinger's Mulberry32: small, even enough, and the same on every machine. */
function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
