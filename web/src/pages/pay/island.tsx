import { useEffect, useRef } from "react"
import type { PayData } from "../../../../server/src/contract/pages/pay.ts"
import { Panel } from "../../kit/panel.tsx"
import styles from "./page.module.css"
import { PayStep } from "./pay-step.tsx"
import { usePurchase } from "./use-purchase.ts"

/** Where an offer is bought: what to do next. */
export function Island({ offer, isForSale, isPaused, taxLine, hasTerms, processor, ...asked }: PayData["island"]) {
  const purchase = usePurchase(offer, asked)
  const panel = useRef<HTMLDivElement>(null)
  const shown = useRef(purchase.step.name)
  // What had the focus is gone with the last step; the keyboard and screen readers go on with the next one.
  useEffect(() => {
    if (shown.current !== purchase.step.name) panel.current?.focus()
    shown.current = purchase.step.name
  }, [purchase.step.name])
  return (
    <div className={styles.step} ref={panel} tabIndex={-1}>
      <Panel label="Checkout">
        <PayStep {...{ purchase, processor, isForSale, isPaused, taxLine, hasTerms }} />
      </Panel>
    </div>
  )
}
