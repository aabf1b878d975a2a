import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import type { PayData } from "../../../../server/src/surfaces/pages/page-data.ts"
import styles from "./price-lines.module.css"
import type { Gift } from "./use-offer.ts"

interface Props {
  offer: PayData["island"]["offer"]
  gift: Gift | undefined
  /** The seller's text about taxes. */
  taxLine: string | null
}

export function PriceLines({ offer: { priceCents, currency }, gift, taxLine }: Props) {
  const money = (cents: number) => (cents === 0 ? "Free" : formatAmount(cents, currency))
  const tax = taxLine && (
    <p className={`muted smaller breaks ${styles.tax}`} dir="auto">
      {taxLine}
    </p>
  )
  if (!gift) {
    return (
      <div>
        <p className={styles.price}>{money(priceCents)}</p>
        {tax}
      </div>
    )
  }
  return (
    <div>
      <dl className={`stack gap-2 ${styles.lines}`}>
        <div>
          <dt>Price</dt>
          <dd>{formatAmount(priceCents, currency)}</dd>
        </div>
        <div className={styles.gift}>
          <dt>Gift code</dt>
          <dd>−{formatAmount(gift.discountCents, currency)}</dd>
        </div>
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{money(gift.remainingCents)}</dd>
        </div>
      </dl>
      {tax}
    </div>
  )
}
