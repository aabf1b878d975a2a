import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { Section } from "../../kit/section.tsx"
import { readOf, stale, useChange } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { OfferFields, OfferForm, readOffer } from "../offers/offer-fields.tsx"
import { hasLink, type Offer, offerStateWords } from "../offers/offer-state.ts"
import { Copied } from "../ui/copied.tsx"
import { View as Frame } from "../ui/page.tsx"
import { State } from "../ui/values/state.tsx"
import { OfferCover } from "./offer-cover.tsx"
import { OfferFiles } from "./offer-files.tsx"
import { OfferPreview } from "./offer-preview.tsx"
import { OfferSale } from "./offer-sale.tsx"
import styles from "./view.module.css"

/** Edits an offer beside a preview of its pay page. */
export function View() {
  const { offer: id = "" }: { offer?: string } = useParams({ strict: false })
  const { data: offer } = useSuspenseQuery(readOf("get-own-offer", { id }))
  const [typed, setTyped] = useState<Partial<Offer>>({})
  return (
    <Frame
      title={offer.title}
      below={
        <>
          <Link to="/offers">Offers</Link> · <State {...offerStateWords(offer)} />
        </>
      }
    >
      <div className={`stack gap-5 ${styles.columns}`}>
        <div className="stack gap-5 shrinks">
          <OfferSale offer={offer} />
          {offer.payUrl && hasLink(offer) && <OfferButton payUrl={offer.payUrl} />}
          <OfferFiles offer={offer} />
          <OfferCover offer={offer} />
          {mayAs("member") && <Details key={id} offer={offer} onType={setTyped} />}
        </div>
        <OfferPreview offer={{ ...offer, ...typed }} />
      </div>
    </Frame>
  )
}

/** The preview follows the typing; buyers see changes once they are saved. */
function Details({ offer, onType }: { offer: Offer; onType(typed: Partial<Offer>): void }) {
  const edit = useChange("edit-offer", {
    makesStale: stale.offers,
    isForm: true,
    says: "Offer saved",
  })
  return (
    <Section title="Details" below="Open checkouts keep the previous version.">
      <OfferForm
        change={edit}
        submit="Save"
        toInput={(typed) => ({ ...readOffer(typed), id: offer.id })}
        priceCents={offer.priceCents}
        onType={onType}
      >
        <OfferFields offer={offer} />
      </OfferForm>
    </Section>
  )
}

/** The HTML of the offer's buy button, for other sites. */
function OfferButton({ payUrl }: { payUrl: string }) {
  const { origin } = new URL(payUrl)
  const html = `<a href="${payUrl}" data-atelier-buy>Buy</a><script src="${origin}/buy.js" async></script>`
  return (
    <Section title="Buy button" below={<Where />}>
      <Copied text={html} />
    </Section>
  )
}

/** Says on which sites the button opens the checkout. */
function Where() {
  const sites = useQuery(readOf("get-own-workspace", {})).data?.sites ?? []
  return (
    <>
      {sites.length === 0
        ? "Paste this HTML into your site. The button leads to the pay page; on sites that you list, it opens the checkout there."
        : `Paste this HTML into your site. The button opens the checkout on ${sites.join(", ")}. Elsewhere it leads to the pay page.`}{" "}
      {mayAs("admin") && <Link to="/settings">Edit sites</Link>}
    </>
  )
}
