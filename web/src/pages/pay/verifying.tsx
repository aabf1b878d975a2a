import { useEffect, useState } from "react"
import { callApi, Refused } from "../../api/call.ts"
import { newUuid } from "../../api/uuid.ts"
import { Button } from "../../kit/button.tsx"
import { useBusy } from "../../kit/loading/ready.tsx"
import { Spinner } from "../../kit/loading/spinner.tsx"
import { Notice, Refusal } from "../../kit/notice.tsx"
import { payPath, type VerifyAnswer } from "./handover-api.ts"
import { Delivered } from "./outcomes.tsx"
import styles from "./verifying.module.css"

interface Props {
  offerKey: string
  sessionId: string
  onStartAgain: () => void
}

/** Waits for the payment and the delivery, however long the bank takes. */
export function Verifying({ offerKey, sessionId, onStartAgain }: Props) {
  const { answer, error, isSlow } = useVerification(offerKey, sessionId)
  if (answer?.deliveryUrl) return <Delivered title="Payment complete" deliveryUrl={answer.deliveryUrl} />
  if (answer && !answer.paid && !answer.pending) {
    return (
      <>
        <Notice tone="bad" title="Payment failed">
          You weren’t charged.
        </Notice>
        <Button onClick={onStartAgain}>Try again</Button>
      </>
    )
  }
  if (error && !error.isPassing) {
    return (
      <>
        <Refusal error={error} />
        <Button onClick={onStartAgain}>Start over</Button>
      </>
    )
  }
  return (
    <div className={`stack gap-3 starts ${styles.waiting}`} role="status">
      <Spinner />
      <strong>{answer?.paid ? "Paid. Preparing your files…" : "Waiting for payment…"}</strong>
      {answer?.error && <p>{answer.error}</p>}
      {(isSlow || error) && <p>This can take days. You can close this page; we’ll email you the link.</p>}
      {isSlow && answer?.pending && (
        <Button variant="subtle" onClick={onStartAgain}>
          Back to checkout
        </Button>
      )}
    </div>
  )
}

const quickAsks = 10

/** After this, the buyer reads that they need not wait. */
const slowMs = 6_000

interface Verification {
  answer?: VerifyAnswer
  error?: Refused
}

/** Polls until the purchase is delivered or has failed: first every second, then less often. */
function useVerification(offerKey: string, sessionId: string): Verification & { isSlow: boolean } {
  const [latest, setLatest] = useState<Verification>({})
  const isSlow = useHasPassed(slowMs)
  useBusy("reads", !latest.answer && !latest.error)
  useEffect(() => {
    const idempotencyKey = newUuid()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCanceled = false
    const ask = async (asked: number) => {
      const found = await verify(offerKey, { sessionId, idempotencyKey })
      if (isCanceled) return
      setLatest(({ answer }) => ({ ...(answer && { answer }), ...found }))
      const wait = waitMs(found, asked)
      if (wait !== undefined) timer = setTimeout(ask, wait, asked + 1)
    }
    ask(1)
    return () => {
      isCanceled = true
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
