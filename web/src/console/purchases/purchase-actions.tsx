import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { Button } from "../../kit/button.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import type { AnswerOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import styles from "./view.module.css"

type Purchase = AnswerOf<"get-purchase">

const makesStale = ["get-purchase", "list-purchases"] as const

/** The actions that the purchase's state allows. They are not optimistic. */
export function PurchaseActions({ purchase }: { purchase: Purchase }) {
  const { state, isRevoked, deliveryUrl, chargedCents, refundedCents, buyerEmail } = purchase
  const isDelivered = state === "fulfilled" || state === "comped"
  const isRefundable = (isDelivered || state === "paid" || state === "fulfil_failed") && chargedCents > refundedCents
  return (
    <div className={styles.part}>
      {deliveryUrl && buyerEmail && <Resend purchase={purchase} />}
      {mayAs("admin") && isDelivered && !isRevoked && <Revoke purchase={purchase} />}
      {mayAs("admin") && isDelivered && isRevoked && <Restore purchase={purchase} />}
      {mayAs("admin") && isRefundable && <Refund purchase={purchase} />}
    </div>
  )
}

function Resend({ purchase: { id, buyerEmail } }: { purchase: Purchase }) {
  const resend = useChange("resend-receipt", {
    makesStale,
    onDone: () => toast({ tone: "good", title: `The receipt is on its way to ${buyerEmail}.` }),
  })
  return (
    <Button variant="default" isBusy={resend.isPending} onClick={() => resend.mutate({ id })}>
      Send the receipt again
    </Button>
  )
}

function Revoke({ purchase: { id, title } }: { purchase: Purchase }) {
  const revoke = useChange("revoke-delivery", {
    makesStale,
    onDone: () => toast({ tone: "good", title: "The buyer’s links have ended." }),
  })
  return (
    <Unfold label="Take the files back" about={title}>
      <p>Every link that was given for this purchase ends at once. No money moves.</p>
      <Button variant="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate({ id })}>
        Take the files back
      </Button>
    </Unfold>
  )
}

function Restore({ purchase: { id } }: { purchase: Purchase }) {
  const restore = useChange("restore-delivery", {
    makesStale,
    onDone: () =>
      toast({ tone: "good", title: "There is a new link. Send the receipt again for the buyer to have it." }),
  })
  return (
    <Button variant="default" isBusy={restore.isPending} onClick={() => restore.mutate({ id })}>
      Give the files again
    </Button>
  )
}

/** The confirmation shows the amount to be refunded. */
function Refund({
  purchase: { id, title, buyerEmail, chargedCents, refundedCents, currency },
}: {
  purchase: Purchase
}) {
  const amount = formatAmount(chargedCents - refundedCents, currency)
  const refund = useChange("refund-purchase", {
    makesStale: [...makesStale, "list-offers", "get-own-offer"],
    isForm: true,
    onDone: () => toast({ tone: "good", title: `${amount} is going back to ${buyerEmail ?? "the buyer"}.` }),
  })
  return (
    <Unfold label="Refund" about={title}>
      <p>
        <strong>{amount}</strong> goes back to {buyerEmail ?? "the buyer"}, and the files are taken back. It cannot be
        undone.
      </p>
      <ActionForm
        change={refund}
        submit={`Pay ${amount} back`}
        tone="danger"
        toInput={({ reason }) => ({ id, ...(reason && { reason }) })}
      >
        <TextInput name="reason" label="Reason" description="The buyer reads it. It may stay empty." dir="auto" />
      </ActionForm>
    </Unfold>
  )
}
