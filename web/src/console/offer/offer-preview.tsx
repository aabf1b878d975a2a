import { useQuery } from "@tanstack/react-query"
import type { ComponentProps } from "react"
import { Button } from "../../kit/button.tsx"
import { Panel } from "../../kit/panel.tsx"
import { OfferBody } from "../../pages/pay/offer-body.tsx"
import { OfferHead } from "../../pages/pay/offer-head.tsx"
import { NotForSale } from "../../pages/pay/outcomes.tsx"
import { PriceLines } from "../../pages/pay/price-lines.tsx"
import { TermsNote } from "../../pages/pay/terms-note.tsx"
import { readOf } from "../ask.ts"
import { ourWorkspace } from "../console-data.ts"
import type { Offer } from "../offers/offer-state.ts"
import styles from "./view.module.css"

type Shown = Omit<
  Offer,
  "id" | "key" | "isSuspended" | "delivered" | "shortKey" | "createdAt" | "updatedAt" | "files"
> & { files: readonly Pick<Offer["files"][number], "key" | "name" | "sizeBytes">[] }

/** An inert preview of the pay page, made of the pay page's own components, at the side of the page. */
export function OfferPreview({ offer }: { offer: Shown }) {
  return (
    <aside className={`stack gap-2 ${styles.preview}`} aria-labelledby="preview-title">
      <h2 id="preview-title">Preview</h2>
      <PayPage offer={offer} />
    </aside>
  )
}

function PayPage({ offer }: { offer: Shown }) {
  const { name, slug } = ourWorkspace()
  const { data } = useQuery(readOf("get-own-workspace", {}))
  const files = [...offer.files]
  const shown = {
    ...offer,
    id: "",
    key: "",
    shortKey: null,
    files,
    shortUrl: offer.payUrl,
    sellerName: name,
    sellerSlug: slug,
    purchasable: true,
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className={styles.page} aria-labelledby="preview-title" tabIndex={0}>
      <div className="stack gap-5" inert>
        <OfferHead
          offer={shown}
          cover={offer.cover}
          sellerLogoPath={data?.logoPath ?? null}
          isOwnWorkspace={false}
          isSignedIn={false}
        />
        <Checkout offer={shown} />
        <OfferBody {...offer} files={files} terms={offer} sellerContact={data?.contact ?? null} />
      </div>
    </section>
  )
}

function Checkout({ offer }: { offer: Omit<Shown, "files"> & ComponentProps<typeof PriceLines>["offer"] }) {
  const isPaused = offer.state === "paused"
  const isSoldOut = offer.stockLimit !== null && offer.unitsTaken >= offer.stockLimit
  const isForSale = !isPaused && !isSoldOut
  return (
    <Panel label="Checkout">
      <PriceLines offer={offer} gift={undefined} taxLine={offer.taxLine} />
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
  )
}
