import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import styles from "./details.module.css"

interface Props {
  isPending: boolean
  onAnswer: (action: "authenticate" | "fail_authentication") => void
}

/** The sandbox's 3-D Secure step: the buyer chooses the bank's answer. */
export function Authentication({ isPending, onAnswer }: Props) {
  return (
    <div className={styles.details}>
      <Notice tone="note" title="Your bank asks whether this is you.">
        With a real card, 3-D Secure would now show your bank’s page. In the sandbox you choose the answer.
      </Notice>
      <Button size="lg" isWide isBusy={isPending} onClick={() => onAnswer("authenticate")}>
        Yes, it is me
      </Button>
      <Button isWide variant="default" disabled={isPending} onClick={() => onAnswer("fail_authentication")}>
        No, refuse
      </Button>
    </div>
  )
}
