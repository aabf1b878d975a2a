import type { DeliveryData } from "../../../../server/src/contract/pages/delivery.ts"
import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import styles from "./receipt.module.css"

/** Explains how to find the page again, and mails the receipt again by a plain form. */
export function Receipt({ canSend, wasSent, formAction }: DeliveryData["receipt"]) {
  if (!canSend) {
    return <p className={styles.text}>Keep this page’s address: it is the only way back to your files.</p>
  }
  return (
    <div className={styles.receipt}>
      {wasSent && <Notice tone="good" title="The receipt is on its way to your mailbox." />}
      <p className={styles.text}>
        This page’s address opens the files for everybody who has it, so keep it to yourself. It is in the receipt that
        we mailed you, too.
      </p>
      <form method="post" action={formAction}>
        <Button type="submit" variant="default" size="sm">
          {wasSent ? "Mail it once more" : "Mail me the receipt again"}
        </Button>
      </form>
    </div>
  )
}
