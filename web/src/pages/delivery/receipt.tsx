import type { DeliveryData } from "../../../../server/src/contract/pages/delivery.ts"
import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import styles from "./receipt.module.css"

/** Explains how to find the page again, and mails the receipt again by a plain form. */
export function Receipt({ canSend, wasSent, formAction }: DeliveryData["receipt"]) {
  if (!canSend) {
    return <p className={styles.text}>Bookmark this page. It’s the only way to your files.</p>
  }
  return (
    <div className={styles.receipt} id="receipt">
      {wasSent && <Notice tone="good" title="Receipt sent" />}
      <p className={styles.text}>Anyone with this link can download your files. Keep it private.</p>
      <form method="post" action={formAction}>
        <Button type="submit" variant="default" size="sm">
          {wasSent ? "Send again" : "Email me the receipt"}
        </Button>
      </form>
    </div>
  )
}
