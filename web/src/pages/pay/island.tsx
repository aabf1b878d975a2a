import { useEffect, useRef } from "react"
import type { PayData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Panel } from "../../kit/panel.tsx"
import styles from "./page.module.css"
import { PayStep } from "./pay-step.tsx"
import { type PurchaseFlow, usePurchase } from "./use-purchase.ts"

/** The checkout of an offer. */
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
