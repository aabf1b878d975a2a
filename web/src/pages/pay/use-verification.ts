import { useEffect, useState } from "react"
import { callApi, Refused } from "../../api/call.ts"
import { newUuid } from "../../api/uuid.ts"
import { useBusy } from "../../kit/loading/ready.tsx"
import { payPath, type VerifyAnswer } from "./handover-api.ts"

const quickAsks = 10

/** After this, the buyer reads that they need not wait. */
const slowMs = 6_000

interface Verification {
  answer?: VerifyAnswer
  error?: Refused
}

/** Polls until the purchase is delivered or has failed: first every second, then less often. */
export function useVerification(offerKey: string, sessionId: string): Verification & { isSlow: boolean } {
  const [latest, setLatest] = useState<Verification>({})
  const isSlow = useHasPassed(slowMs)
  useBusy("reads", !latest.answer && !latest.error)
  useEffect(() => {
    const idempotencyKey = newUuid()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const ask = async (asked: number) => {
      const found = await verify(offerKey, { sessionId, idempotencyKey })
      if (isGone) return
      setLatest(({ answer }) => ({ ...(answer && { answer }), ...found }))
      const wait = waitMs(found, asked)
      if (wait !== undefined) timer = setTimeout(ask, wait, asked + 1)
    }
    ask(1)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [offerKey, sessionId])
  return { ...latest, isSlow }
}

async function verify(
  offerKey: string,
  { sessionId, idempotencyKey }: { sessionId: string; idempotencyKey: string },
): Promise<Verification> {
  try {
    return { answer: await callApi(`${payPath(offerKey)}/verify`, { body: { sessionId }, idempotencyKey }) }
  } catch (error) {
    if (error instanceof Refused) return { error }
    throw error
  }
}

/** The pause before the next poll; undefined after a final answer. */
function waitMs({ answer, error }: Verification, asked: number): number | undefined {
  if (isFinal(answer) || (error && !error.isPassing)) return undefined
  if (error?.retryAfterSeconds) return error.retryAfterSeconds * 1000
  return asked < quickAsks ? 1000 : 5000
}

function isFinal(answer: VerifyAnswer | undefined): boolean {
  if (!answer) return false
  return answer.paid ? Boolean(answer.deliveryUrl) : !answer.pending
}

function useHasPassed(ms: number): boolean {
  const [hasPassed, setHasPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasPassed
}
