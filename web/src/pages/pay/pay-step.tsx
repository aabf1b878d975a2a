import { formatAmount } from "../../../../server/src/domains/handover/currencies.ts"
import type { PageData } from "../../page-data.ts"
import { Details } from "./details.tsx"
import { Delivered, Owned, SoldOut } from "./outcomes.tsx"
import { PriceLines } from "./price-lines.tsx"
import { SandboxPayment } from "./sandbox-payment.tsx"
import { StripePayment } from "./stripe-payment.tsx"
import type { Purchase } from "./use-purchase.ts"
import { Verifying } from "./verifying.tsx"

interface Props {
  offer: PageData["pay"]["lookup"]["offer"]
  processor: PageData["pay"]["processor"]
  purchase: Purchase
}

/** What the buyer does next. */
export function PayStep({ offer, processor, purchase }: Props) {
  const { step, gift } = purchase
  const details = <Details offer={offer} purchase={purchase} />
  switch (step.name) {
    case "details":
      return (
        <>
          <PriceLines offer={offer} gift={gift} />
          {offer.purchasable ? details : <SoldOut>{details}</SoldOut>}
        </>
      )
    case "payment":
      return (
        <>
          <PriceLines offer={offer} gift={gift} />
          {processor.name === "sandbox" ? (
            <SandboxPayment
              sessionId={step.sessionId}
              amount={formatAmount(gift ? gift.remainingCents : offer.priceCents, offer.currency)}
              onPaid={purchase.verify}
              onLeave={purchase.startAgain}
            />
          ) : (
            <StripePayment
              publishableKey={processor.publishableKey}
              clientSecret={step.clientSecret}
              onPaid={() => purchase.verify(step.sessionId)}
            />
          )}
        </>
      )
    case "verifying":
      return <Verifying offerKey={purchase.offerKey} sessionId={step.sessionId} onStartAgain={purchase.startAgain} />
    case "done":
      return <Delivered deliveryUrl={step.deliveryUrl} />
    case "owned":
      return <Owned deliveryUrl={step.deliveryUrl} onStartAgain={purchase.startAgain} />
  }
}
