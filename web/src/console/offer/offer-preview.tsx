import { useQuery } from "@tanstack/react-query"
import { Button } from "../../kit/button.tsx"
import { Panel } from "../../kit/panel.tsx"
import { OfferBody } from "../../pages/pay/offer-body.tsx"
import { OfferHead } from "../../pages/pay/offer-head.tsx"
import { NotForSale } from "../../pages/pay/outcomes.tsx"
import { PriceLines } from "../../pages/pay/price-lines.tsx"
import { TermsNote } from "../../pages/pay/terms-note.tsx"
import { readOf } from "../ask.ts"
import { ourWorkspace } from "../here.ts"
import type { Offer } from "../offers/offer-state.ts"
import styles from "./view.module.css"

/** An inert preview of the pay page, made of the pay page's own components. */
export function OfferPreview({ offer }: { offer: Offer }) {
  const { name, slug } = ourWorkspace()
  const { data } = useQuery(readOf("get-own-workspace", {}))
  const isPaused = offer.state === "paused"
  const isSoldOut = offer.stockLimit !== null && offer.unitsTaken >= offer.stockLimit
  const isForSale = !isPaused && !isSoldOut
  const shown = { ...offer, shortUrl: offer.payUrl, sellerName: name, sellerSlug: slug, purchasable: true }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className={styles.page} aria-labelledby="preview-title" tabIndex={0}>
      <div className={styles.picture} inert>
        <OfferHead
          offer={shown}
          cover={offer.cover}
          sellerLogoPath={data?.logoPath ?? null}
          isOwnWorkspace={false}
          isSignedIn={false}
        />
        <Panel label="Checkout">
          <PriceLines offer={shown} gift={undefined} taxLine={offer.taxLine} />
          {isForSale ? (
            <Button size="lg" isWide>
              {offer.priceCents === 0 ? "Get it" : "Continue to payment"}
            </Button>
          ) : (
            <NotForSale isForSale isPaused={isPaused} error={undefined}>
              {null}
            </NotForSale>
          )}
          {isForSale && (offer.licence || offer.refundTerms) && <TermsNote />}
        </Panel>
        <OfferBody {...offer} terms={offer} sellerContact={data?.contact ?? null} />
      </div>
    </section>
  )
}
