import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { Spinner } from "../../kit/spinner.tsx"
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
  if (answer?.deliveryUrl) return <Delivered deliveryUrl={answer.deliveryUrl} />
  if (answer && !answer.paid && !answer.pending) {
    return (
      <>
        <Notice tone="bad" title="This payment did not go through.">
          It failed or was not finished in time. Nothing was charged.
        </Notice>
        <Button onClick={onStartAgain}>Try again</Button>
      </>
    )
  }
  if (error && !error.isPassing) {
    return (
      <>
        <Refusal error={error} />
        <Button onClick={onStartAgain}>Start again</Button>
      </>
    )
  }
  return (
    <div className={styles.waiting} role="status">
      <Spinner />
      <strong>{answer?.paid ? "Paid. Your files are being handed over…" : "Waiting for the payment…"}</strong>
      {answer?.error && <p>{answer.error}</p>}
      {(isSlow || error) && (
        <p>
          Some banks take minutes, some days. You can close this page: as soon as the payment is in, the link to your
          files is mailed to you.
        </p>
      )}
      {isSlow && answer?.pending && (
        <Button variant="subtle" onClick={onStartAgain}>
          I have not paid yet
        </Button>
      )}
    </div>
  )
}
