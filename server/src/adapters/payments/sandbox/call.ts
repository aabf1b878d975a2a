import { createHash } from "node:crypto"
import { type ProcessorAccount, ProcessorError } from "../port.ts"
import type { FaultRow } from "./fault-store.ts"
import { type AnyAnswer, type CallOperation, sendAnswer, takeCallFault } from "./faults.ts"
import { bringUpToDate } from "./life.ts"
import { findRequest, insertRequest, removeOldRequests } from "./request-store.ts"
import type { SandboxParts } from "./webhooks.ts"

interface Call {
  operation: CallOperation
  processorAccount: Pick<ProcessorAccount, "id">
  key?: string
  request?: object
}

/** Handles one call as if it came over the network: applies its fault, runs once for each key, returns its response. */
export async function answerCall<Answer extends AnyAnswer>(
  parts: SandboxParts,
  { operation, processorAccount, key, request }: Call,
  work: () => Answer,
): Promise<Answer> {
  const fault = takeCallFault(parts.file, operation)
  parts.file.atomically(() => bringUpToDate(parts)) // by itself: a refusal below must not undo it
  const answer = parts.file.atomically(() => {
    if (key !== undefined)
      return once(
        parts,
        { processorAccount: processorAccount.id, key, request: { operation, ...request }, fault },
        work,
      )
    if (fault?.kind.startsWith("server-error-stored"))
      throw new ProcessorError("unknown", "The processor answered 500.")
    return work()
  })
  if (answer === storedFailure) throw new ProcessorError("failed", "The processor answered 500, and will for this key.")
  return sendAnswer(fault, answer)
}

const storedFailure = Symbol("a stored 500")

/** Repeats a key's first response, as Stripe does, even an internal error. A refusal of parameters is not stored. */
function once<Answer>(
  { file, now }: SandboxParts,
  {
    processorAccount,
    key,
    request,
    fault,
  }: { processorAccount: string; key: string; request: object; fault: FaultRow | undefined },
  work: () => Answer,
): Answer | typeof storedFailure {
  removeOldRequests(file, now())
  const fingerprint = createHash("sha256")
    .update(JSON.stringify(request, Object.keys(request).sort()))
    .digest("base64url")
  const known = findRequest(file, processorAccount, key)
  if (known && known.fingerprint !== fingerprint) {
    throw new ProcessorError("failed", "This idempotency key was used with other parameters.")
  }
  if (known) return known.answer === null ? storedFailure : JSON.parse(known.answer)
  const isFailure = fault?.kind.startsWith("server-error-stored") === true
  const answer = fault?.kind === "server-error-stored" ? storedFailure : work()
  const stored = isFailure ? null : JSON.stringify(answer)
  insertRequest(file, { account: processorAccount, key, fingerprint, answer: stored, created_at: now() })
  return isFailure ? storedFailure : answer
}
