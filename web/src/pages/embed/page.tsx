import type { EmbedData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Frame, Heading } from "../../kit/frame.tsx"
import { IslandPlace } from "../../kit/loading/island.tsx"
import { Seller } from "../../kit/people/seller.tsx"
import { OfferBody } from "../pay/offer-body.tsx"
import styles from "./page.module.css"

export { Island } from "../pay/island.tsx"

/** The checkout in the frame of another site: one column, without the cover, which that site has its own of. */
export function Page({ lookup: { offer }, sellerLogoPath, ...rest }: EmbedData) {
  return (
    <Frame width="narrow" reportable={`/pay/${offer.shortKey}`} framedPath={`/pay/${offer.shortKey}`}>
      <div className={`stack gap-5 one-column ${styles.parts}`}>
        <Heading above={<Seller name={offer.sellerName} logoPath={sellerLogoPath} />}>{offer.title}</Heading>
        <IslandPlace />
        <OfferBody {...rest} description={offer.description} />
      </div>
    </Frame>
  )
}
