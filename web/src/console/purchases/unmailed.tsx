import type { AnswerOf } from "../ask.ts"
import { Copied } from "../ui/copied.tsx"
import { MailTrouble } from "../ui/mail-trouble.tsx"
import { CorrectEmail, Resend } from "./purchase-actions.tsx"
import styles from "./view.module.css"

/** Why no mail reached the buyer, and what a member can do. */
export function Unmailed({ purchase }: { purchase: AnswerOf<"get-purchase"> }) {
  const { mail, deliveryUrl } = purchase
  return (
    <section className={`stack gap-3 starts ${styles.part}`} aria-label="Email to the buyer">
      <div>
        <MailTrouble mail={mail} />
      </div>
      {deliveryUrl && (
        <>
          <p>Send the buyer this link yourself, correct the email, or send the receipt again.</p>
          <Copied text={deliveryUrl} />
          <CorrectEmail purchase={purchase} />
          <Resend purchase={purchase} />
        </>
      )}
    </section>
  )
}
