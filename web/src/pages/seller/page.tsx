import type { SellerData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Frame } from "../../kit/frame.tsx"
import { SellerContact } from "../../kit/people/contact.tsx"
import { TileMark } from "../../kit/people/pattern.tsx"
import { OfferCard } from "./offer-card.tsx"
import styles from "./page.module.css"

/** A seller's page: who they are on one side, what they sell on the other. */
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
