import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import type { SellerData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Pattern } from "../../kit/people/pattern.tsx"
import styles from "./offer-card.module.css"

const notes = { available: null, "sold out": "Sold out", unavailable: "Unavailable" }

export function OfferCard({ title, priceCents, currency, availability, path, cover }: SellerData["offers"][number]) {
  const note = notes[availability]
  return (
    <li className={styles.card}>
      <div className={styles.picture}>
        {cover ? (
          <img src={cover.url} width={cover.width} height={cover.height} alt="" loading="lazy" />
        ) : (
          <>
            <Pattern text={title} tiles={4} />
            <Pattern text={`${title} `} tiles={4} />
          </>
        )}
      </div>
      <h2 className={styles.title} dir="auto">
        <a href={path}>{title}</a>
      </h2>
      <p className={styles.price}>
        {priceCents === 0 ? "Free" : formatAmount(priceCents, currency)}
        {note && <span className={styles.note}>{note}</span>}
      </p>
    </li>
  )
}
