import { useEffect, useRef } from "react"
import type { PayData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { loadWhenShown } from "../../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../../kit/loading/ready.tsx"
import { Spinner } from "../../kit/loading/spinner.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Details } from "./details.tsx"
import { Delivered, NotForSale, Owned } from "./outcomes.tsx"
import styles from "./page.module.css"
import { PriceLines } from "./price-lines.tsx"
import { type PurchaseFlow, usePurchase } from "./use-purchase.ts"
import { Verifying } from "./verifying.tsx"

export function Island({ offer, isForSale, isPaused, taxLine, hasTerms, processor, ...asked }: PayData["island"]) {
  const purchase = usePurchase(offer, asked)
  const panel = useRef<HTMLDivElement>(null)
  const shown = useRef(purchase.step.name)
  // The previous step's focused element is gone, so the new step receives the focus.
  useEffect(() => {
    if (shown.current !== purchase.step.name) panel.current?.focus()
    shown.current = purchase.step.name
  }, [purchase.step.name])
  useTools(purchase)
  return (
    <div className={styles.step} ref={panel} tabIndex={-1} data-step={purchase.step.name} data-shows-tools>
      <Panel label="Checkout">
        <PayStep {...{ purchase, processor, isForSale, isPaused, taxLine, hasTerms }} />
      </Panel>
    </div>
  )
}

/** Shows what an agent in the browser does. */
function useTools(purchase: PurchaseFlow) {
  const latest = useRef(purchase)
  useEffect(() => {
    latest.current = purchase
  })
  useEffect(() => {
    if (document.modelContext) import("./show-tools.ts").then(({ showTools }) => showTools(latest))
  }, [])
}

/** Loaded on demand, because most visitors do not buy. */
const Payment = loadWhenShown(async () => (await import("./payment/payment.tsx")).Payment)

type Props = Pick<PayData["island"], "isForSale" | "isPaused" | "taxLine" | "hasTerms" | "processor"> & {
  purchase: PurchaseFlow
}

function PayStep({ isForSale, isPaused, taxLine, hasTerms, processor, purchase }: Props) {
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
