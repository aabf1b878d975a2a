import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import type { SellerData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Frame } from "../../kit/frame.tsx"
import { SellerContact } from "../../kit/people/contact.tsx"
import { Pattern, TileMark } from "../../kit/people/pattern.tsx"
import offerCardStyles from "./offer-card.module.css"
import styles from "./page.module.css"

export function Page({ path, offers, ...profile }: SellerData) {
  const hasOffers = offers.length > 0
  return (
    <Frame width={hasOffers ? "wide" : "narrow"} reportable={path}>
      <div className={hasOffers ? styles.columns : styles.alone}>
        <Profile {...profile} />
        {hasOffers && (
          <ul className={`stack gap-5 ${styles.offers}`} aria-label="Offers">
            {offers.map((offer) => (
              <OfferCard key={offer.path} {...offer} />
            ))}
          </ul>
        )}
      </div>
    </Frame>
  )
}

/** Names longer than this are set in a smaller size. */
const longName = 24

function Profile({ name, about, contact, logoPath, links }: Omit<SellerData, "path" | "offers">) {
  return (
    <div className={`stack gap-4 shrinks starts ${styles.profile}`}>
      {logoPath ? (
        <img className={styles.logo} src={logoPath} height={96} alt="" />
      ) : (
        <span className={styles.mark}>
          <TileMark text={name} />
        </span>
      )}
      <h1 className={styles.name} dir="auto" data-long={name.length > longName || undefined}>
        {name}
      </h1>
      {about && (
        <p className={styles.about} dir="auto">
          {about}
        </p>
      )}
      {links.length > 0 && (
        <ul className={`stack gap-2 ${styles.links}`} aria-label="Links">
          {links.map(({ label, url }) => (
            <li key={url}>
              <a
                className={`framed strong breaks centered ${styles.link}`}
                href={url}
                rel="nofollow noopener noreferrer"
                dir="auto"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
      {contact && <SellerContact contact={contact} />}
    </div>
  )
}

const notes = { available: null, "sold out": "Sold out", unavailable: "Unavailable" }

function OfferCard({ title, priceCents, currency, availability, path, cover }: SellerData["offers"][number]) {
  const note = notes[availability]
  return (
    <li className={`stack gap-3 shrinks plate raised ${offerCardStyles.card}`}>
      <div className={`sunken ${offerCardStyles.picture}`}>
        {cover ? (
          <img src={cover.url} width={cover.width} height={cover.height} alt="" loading="lazy" />
        ) : (
          <>
            <Pattern text={title} tiles={4} />
            <Pattern text={`${title} `} tiles={4} />
          </>
        )}
      </div>
      <h2 className={`breaks pretty ${offerCardStyles.title}`} dir="auto">
        <a className="plain-link" href={path}>
          {title}
        </a>
      </h2>
      <p className={`wrap between ${offerCardStyles.price}`}>
        {priceCents === 0 ? "Free" : formatAmount(priceCents, currency)}
        {note && <span className={`muted smaller ${offerCardStyles.note}`}>{note}</span>}
      </p>
    </li>
  )
}
