import { Button } from "../../kit/button.tsx"
import { Spinner } from "../../kit/loading/spinner.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { Delivered } from "./outcomes.tsx"
import { useVerification } from "./use-verification.ts"
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
