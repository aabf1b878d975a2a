import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { Button } from "../../kit/button.tsx"
import { Row, Rows, Section } from "../../kit/section.tsx"
import { useChange } from "../ask.ts"
import { toast } from "../toast.ts"
import { PickButton } from "../ui/files/pick-button.tsx"
import { MoreRows } from "../ui/lists/more-rows.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { MoveButtons } from "../ui/move-buttons.tsx"
import { AddressButton, AddressPanel } from "../ui/panels/panel.tsx"
import { moved, type SellerPage } from "./seller-page.ts"

type Offers = SellerPage["offers"]

export function OffersSection({ offers }: { offers: Offers }) {
  const set = useSetOffers()
  const ids = offers.map(({ id }) => id)
  return (
    <Section title="Offers" below="Only these are on your page, in this order. Search engines can list them.">
      {offers.length > 0 && (
        <Rows>
          {offers.map((offer, at) => (
            <OfferRow key={offer.id} {...{ offer, at, ids }} onSet={set} />
          ))}
        </Rows>
      )}
      <div>
        <AddressButton variant="default" label="Add offer" to={{ add: "offer" }} />
      </div>
      <AddressPanel by="add" is="offer" title="Add offers">
        {() => <OfferChoice ids={ids} onAdd={(id) => set([...ids, id])} />}
      </AddressPanel>
    </Section>
  )
}

interface RowProps {
  offer: Offers[number]
  at: number
  ids: string[]
  onSet(ids: string[]): void
}

function OfferRow({ offer, at, ids, onSet }: RowProps) {
  const { title } = offer
  const remove = () => {
    onSet(ids.toSpliced(at, 1))
    const undo = { label: "Undo", run: () => onSet(ids) }
    toast({ title: `“${title}” is off your page`, action: undo })
  }
  return (
    <Row
      title={title}
      detail={detailOf(offer)}
      action={
        <>
          <MoveButtons name={title} at={at} of={ids.length} onMove={(from, to) => onSet(moved(ids, from, to))} />
          <Button size="sm" variant="subtle" aria-label={`Remove ${title}`} onClick={remove}>
            Remove
          </Button>
        </>
      }
    />
  )
}

const hiddenStates = { draft: "Draft, not shown", archived: "Archived, not shown" } as const

function detailOf({ state, isSuspended, priceCents, currency }: Offers[number]): string {
  if (isSuspended) return "Suspended, not shown"
  if (state === "draft" || state === "archived") return hiddenStates[state]
  const price = priceCents === 0 ? "Free" : formatAmount(priceCents, currency)
  return state === "paused" ? `${price}, paused` : price
}

/** Replaces the list, optimistically where no offer is added. */
function useSetOffers(): (offerIds: string[]) => void {
  const change = useChange("set-listed-offers", {
    makesStale: ["get-own-seller-page"],
    atOnce: ({ offerIds }, edit) =>
      edit("get-own-seller-page", (page) => ({
        ...page,
        offers: offerIds.flatMap((id) => page.offers.find((offer) => offer.id === id) ?? []),
      })),
  })
  return (offerIds) => change.mutate({ offerIds })
}

function OfferChoice({ ids, onAdd }: { ids: readonly string[]; onAdd(id: string): void }) {
  const list = useList("list-offers", {}, { also: { limit: 100 } })
  const offered = list.items.filter(({ state }) => state === "published" || state === "paused")
  return (
    <>
      {list.isLoaded && !list.hasMore && offered.length === 0 && <p>No published offers yet</p>}
      <Rows>
        {offered.map(({ id, title, priceCents, currency }) => (
          <Row
            key={id}
            title={title}
            detail={priceCents === 0 ? "Free" : formatAmount(priceCents, currency)}
            action={ids.includes(id) ? "Added" : <PickButton verb="Add" name={title} onClick={() => onAdd(id)} />}
          />
        ))}
      </Rows>
      <MoreRows list={list} label="Show more offers" />
    </>
  )
}
