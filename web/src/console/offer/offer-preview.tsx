import { Button } from "../../kit/button.tsx"
import { Panel } from "../../kit/panel.tsx"
import { OfferBody } from "../../pages/pay/offer-body.tsx"
import { OfferHead } from "../../pages/pay/offer-head.tsx"
import { PriceLines } from "../../pages/pay/price-lines.tsx"
import { ourWorkspace } from "../here.ts"
import type { Offer } from "../offers/offer-state.ts"
import styles from "./view.module.css"

/** The pay page of an offer, drawn by what draws the pay page. It is a picture: nothing in it can be pressed. */
export function OfferPreview({ offer }: { offer: Offer }) {
  const { name, slug } = ourWorkspace()
  const shown = { ...offer, shortUrl: offer.payUrl, sellerName: name, sellerSlug: slug, purchasable: true }
  return (
    <div className={styles.page} inert>
      <OfferHead offer={shown} isOwnWorkspace={false} isSignedIn={false} />
      <Panel label="Checkout">
        <PriceLines offer={shown} gift={undefined} />
        <Button size="lg" isWide>
          {offer.priceCents === 0 ? "Get it" : "Continue to payment"}
        </Button>
      </Panel>
      <OfferBody offer={shown} />
    </div>
  )
}
