import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { Unfold } from "../../kit/unfold.tsx"
import { useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { mayAs } from "../console-data.ts"
import { ActionForm, ChangeButton, TextInput } from "../ui/form.tsx"
import { isUnmailed } from "../ui/mail-trouble.tsx"
import { buyerOf } from "./purchase-state.ts"
import styles from "./view.module.css"

type Purchase = AnswerOf<"get-purchase">

const makesStale = ["get-purchase", "list-purchases"] as const

/** The actions that the purchase's state allows. They are not optimistic. */
export function PurchaseActions({ purchase }: { purchase: Purchase }) {
  const { state, isRevoked, deliveryUrl, chargedCents, refundedCents, buyerEmail, mail } = purchase
  const isDelivered = state === "fulfilled" || state === "comped"
  const isRefundable = (isDelivered || state === "paid" || state === "fulfil_failed") && chargedCents > refundedCents
  return (
    <div className={`stack gap-3 starts ${styles.part}`}>
      {deliveryUrl && buyerEmail && !isUnmailed(mail) && (
        <>
          <Resend purchase={purchase} />
          <CorrectEmail purchase={purchase} />
        </>
      )}
      {mayAs("admin") && isDelivered && !isRevoked && <Revoke purchase={purchase} />}
      {mayAs("admin") && isDelivered && isRevoked && <Restore purchase={purchase} />}
      {mayAs("admin") && isRefundable && <Refund purchase={purchase} />}
    </div>
  )
}

export function Resend({ purchase }: { purchase: Purchase }) {
  const resend = useChange("resend-receipt", { makesStale, says: `Sending the receipt to ${buyerOf(purchase)}` })
  return <ChangeButton variant="default" label="Resend receipt" change={resend} input={{ id: purchase.id }} />
}

/** Needs a confirmation, since another person gets the files. */
export function CorrectEmail({ purchase }: { purchase: Purchase }) {
  const { id, title } = purchase
  const correct = useChange("correct-buyer-email", {
    makesStale,
    isForm: true,
    says: ({ correctedEmail }) => `Sending the receipt to ${correctedEmail}`,
  })
  return (
    <Unfold label="Correct email" about={title}>
      <p>
        The new email gets the receipt, the link to the files and all later emails. <bdi>{buyerOf(purchase)}</bdi> keeps
        the link and the purchase.
      </p>
      <ActionForm change={correct} submit="Correct and send" toInput={({ email }) => ({ id, email })}>
        <TextInput name="email" label="Buyer’s email" type="email" autoComplete="off" required />
      </ActionForm>
    </Unfold>
  )
}

function Revoke({ purchase: { id, title } }: { purchase: Purchase }) {
  const revoke = useChange("revoke-delivery", { makesStale, says: "Access revoked" })
  return (
    <Unfold label="Revoke access" about={title}>
      <p>The buyer loses access to the files. No refund is made.</p>
      <ChangeButton variant="danger" label="Revoke access" change={revoke} input={{ id }} />
    </Unfold>
  )
}

function Restore({ purchase: { id } }: { purchase: Purchase }) {
  const restore = useChange("restore-delivery", {
    makesStale,
    says: "Access restored. Resend the receipt to share the new link.",
  })
  return <ChangeButton variant="default" label="Restore access" change={restore} input={{ id }} />
}

/** The confirmation shows the amount to be refunded. */
function Refund({ purchase }: { purchase: Purchase }) {
  const { id, title, chargedCents, refundedCents, currency } = purchase
  const buyer = buyerOf(purchase) ?? "the buyer"
  const amount = formatAmount(chargedCents - refundedCents, currency)
  const refund = useChange("refund-purchase", {
    makesStale: [...makesStale, "list-offers", "get-own-offer"],
    isForm: true,
    says: `Refunding ${amount} to ${buyer}`,
  })
  return (
    <Unfold label="Refund" about={title}>
      <p>
        <strong>{amount}</strong> goes back to {buyer}, who loses access. This can’t be undone.
      </p>
      <ActionForm
        change={refund}
        submit={`Refund ${amount}`}
        tone="danger"
        toInput={({ reason }) => ({ id, ...(reason && { reason }) })}
      >
        <TextInput name="reason" label="Reason" description="Optional. Shown to the buyer." dir="auto" />
      </ActionForm>
    </Unfold>
  )
}
