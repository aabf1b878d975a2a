import { useSuspenseQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { Section } from "../../kit/section.tsx"
import { readOf } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { OfferFields, OfferForm, readOffer } from "../offers/offer-fields.tsx"
import { hasLink, type Offer, offerStateWords } from "../offers/offer-state.ts"
import { View as Frame } from "../ui/page.tsx"
import { State } from "../ui/values/state.tsx"
import { useChange } from "../use-change.ts"
import { OfferButton } from "./offer-button.tsx"
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
    makesStale: ["get-own-offer", "list-offers"],
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
