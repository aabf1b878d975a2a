import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import type { PayData } from "../../../../server/src/contract/pages/pay.ts"
import { Button } from "../../kit/button.tsx"
import { loadWhenShown } from "../../kit/load-when-shown.tsx"
import { WhileLoading } from "../../kit/ready.tsx"
import { Spinner } from "../../kit/spinner.tsx"
import styles from "./details.module.css"
import { Details } from "./details.tsx"
import { Delivered, NotForSale, Owned } from "./outcomes.tsx"
import { PriceLines } from "./price-lines.tsx"
import type { PurchaseFlow, PurchaseStep } from "./use-purchase.ts"
import { Verifying } from "./verifying.tsx"

/** The payment forms are loaded on demand, because most visitors do not buy. */
const SandboxPayment = loadWhenShown(async () => (await import("./sandbox-payment.tsx")).SandboxPayment)
const StripePayment = loadWhenShown(async () => (await import("./stripe-payment.tsx")).StripePayment)

type Props = Pick<PayData["island"], "isForSale" | "isPaused" | "taxLine" | "hasTerms" | "processor"> & {
  purchase: PurchaseFlow
}

/** The current step of the checkout. */
export function PayStep({ isForSale, isPaused, taxLine, hasTerms, processor, purchase }: Props) {
  const { offer, step, gift } = purchase
  const details = <Details purchase={purchase} hasTerms={hasTerms} />
  const price = <PriceLines offer={offer} gift={gift} taxLine={taxLine} />
  switch (step.name) {
    case "details":
      return (
        <>
          {price}
          {offer.purchasable ? (
            details
          ) : (
            <NotForSale {...{ isForSale, isPaused }} error={purchase.checkout.error}>
              {details}
            </NotForSale>
          )}
        </>
      )
    case "payment":
      return (
        <>
          {price}
          <Payment {...{ processor, purchase, step }} />
        </>
      )
    case "verifying":
      return <Verifying offerKey={purchase.offerKey} sessionId={step.sessionId} onStartAgain={purchase.startAgain} />
    case "done":
      return <Delivered title="Your files are ready" deliveryUrl={step.deliveryUrl} />
    case "owned":
      return <Owned deliveryUrl={step.deliveryUrl} onStartAgain={purchase.startAgain} />
  }
}

interface PaymentProps {
  processor: Props["processor"]
  purchase: PurchaseFlow
  step: Extract<PurchaseStep, { name: "payment" }>
}

function Payment({ processor, purchase, step }: PaymentProps) {
  const { offer, gift } = purchase
  return (
    <WhileLoading meanwhile={<Spinner label="Loading payment form…" />}>
      <p className={styles.address}>
        Files go to <strong>{purchase.email.trim()}</strong>{" "}
        <Button variant="link" onClick={purchase.startAgain}>
          Change email
        </Button>
      </p>
      {processor === "sandbox" ? (
        <SandboxPayment
          sessionId={step.sessionId}
          amount={formatAmount(gift ? gift.remainingCents : offer.priceCents, offer.currency)}
          onPaid={purchase.verify}
          onLeave={purchase.startAgain}
        />
      ) : (
        <StripePayment
          offerKey={purchase.offerKey}
          sessionId={step.sessionId}
          clientSecret={step.clientSecret}
          onPaid={() => purchase.verify(step.sessionId)}
        />
      )}
    </WhileLoading>
  )
}
