import type { PayData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { loadWhenShown } from "../../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../../kit/loading/ready.tsx"
import { Spinner } from "../../kit/loading/spinner.tsx"
import { Details } from "./details.tsx"
import { Delivered, NotForSale, Owned } from "./outcomes.tsx"
import { PriceLines } from "./price-lines.tsx"
import type { PurchaseFlow } from "./use-purchase.ts"
import { Verifying } from "./verifying.tsx"

/** Loaded on demand, because most visitors do not buy. */
const Payment = loadWhenShown(async () => (await import("./payment/payment.tsx")).Payment)

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
        <WhileLoading
          meanwhile={
            <>
              {price}
              <Spinner label="Loading payment form…" />
            </>
          }
        >
          <Payment {...{ processor, purchase, step, taxLine }} />
        </WhileLoading>
      )
    case "verifying":
      return <Verifying offerKey={purchase.offerKey} sessionId={step.sessionId} onStartAgain={purchase.startAgain} />
    case "done":
      return <Delivered title="Your files are ready" deliveryUrl={step.deliveryUrl} />
    case "owned":
      return <Owned deliveryUrl={step.deliveryUrl} onStartAgain={purchase.startAgain} />
  }
}
