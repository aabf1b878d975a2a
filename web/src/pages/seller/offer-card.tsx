import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import type { SellerData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Pattern } from "../../kit/people/pattern.tsx"
import styles from "./offer-card.module.css"

const notes = { available: null, "sold out": "Sold out", unavailable: "Unavailable" }

export function OfferCard({ title, priceCents, currency, availability, path, cover }: SellerData["offers"][number]) {
  const note = notes[availability]
  return (
    <li className={`stack gap-3 shrinks plate raised ${styles.card}`}>
      <div className={`sunken ${styles.picture}`}>
        {cover ? (
          <img src={cover.url} width={cover.width} height={cover.height} alt="" loading="lazy" />
        ) : (
          <>
            <Pattern text={title} tiles={4} />
            <Pattern text={`${title} `} tiles={4} />
          </>
        )}
      </div>
      <h2 className={`breaks pretty ${styles.title}`} dir="auto">
        <a className="plain-link" href={path}>
          {title}
        </a>
      </h2>
      <p className={`wrap between ${styles.price}`}>
        {priceCents === 0 ? "Free" : formatAmount(priceCents, currency)}
        {note && <span className={`muted smaller ${styles.note}`}>{note}</span>}
      </p>
    </li>
  )
}
