import type { PayData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Frame } from "../../kit/frame.tsx"
import { IslandPlace } from "../../kit/loading/island.tsx"
import { Notice } from "../../kit/notice.tsx"
import { OfferBody } from "./offer-body.tsx"
import { OfferHead } from "./offer-head.tsx"
import styles from "./page.module.css"

export { Island } from "./island.tsx"

export function Page({ lookup, ...rest }: PayData) {
  return (
    <Frame width="wide" reportable={`/pay/${lookup.offer.shortKey}`}>
      <div className={styles.columns}>
        <OfferHead {...lookup} cover={rest.cover} sellerLogoPath={rest.sellerLogoPath} />
        <IslandPlace className={styles.panel} />
        <noscript>
          <Notice tone="note" title="Enable JavaScript to buy" />
        </noscript>
        <OfferBody {...rest} description={lookup.offer.description} />
      </div>
    </Frame>
  )
}
