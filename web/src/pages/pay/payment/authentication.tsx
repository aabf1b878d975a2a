import { Button } from "../../../kit/button.tsx"
import { Notice } from "../../../kit/notice.tsx"

interface Props {
  isPending: boolean
  onAnswer: (action: "authenticate" | "fail_authentication") => void
}

/** The sandbox's 3-D Secure step: the buyer chooses the bank's answer. */
export function Authentication({ isPending, onAnswer }: Props) {
  return (
    <div className="stack gap-4">
      <Notice tone="note" title="Confirm this payment">
        Your bank shows this step for real cards (3-D Secure).
      </Notice>
      <Button size="lg" isWide isBusy={isPending} onClick={() => onAnswer("authenticate")}>
        Confirm payment
      </Button>
      <Button isWide variant="default" disabled={isPending} onClick={() => onAnswer("fail_authentication")}>
        Decline payment
      </Button>
    </div>
  )
}
