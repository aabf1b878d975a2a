import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { listSorts } from "../../../../server/src/contract/console/list-sorts.ts"
import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { NewTabHint, newTab } from "../../kit/text/new-tab.tsx"
import { When } from "../../kit/when.tsx"
import { pagesOf, readOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { useList } from "../ui/list.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { SegmentedControl } from "../ui/segmented-control.tsx"
import { State } from "../ui/state.tsx"
import { ListTable, type TableColumn } from "../ui/table.tsx"
import { useAddress } from "../ui/use-address.ts"
import { useSort } from "../ui/use-sort.ts"
import { type Offer, offerStateWords } from "./offer-state.ts"

const columns: readonly TableColumn<Offer>[] = [
  { title: "Offer", sort: "title", width: "minmax(10rem, 3fr)", cell: ({ title }) => <bdi>{title}</bdi> },
  { title: "Status", width: "10rem", cell: (offer) => <State {...offerStateWords(offer)} /> },
  {
    title: "Price",
    sort: "-price_cents",
    width: "7rem",
    cell: ({ priceCents, currency }) => (priceCents === 0 ? "Free" : formatAmount(priceCents, currency)),
    isWide: true,
    isNumber: true,
  },
  {
    title: "Sold",
    width: "6rem",
    cell: ({ delivered, stockLimit }) =>
      stockLimit === null ? delivered.toLocaleString() : `${delivered} of ${stockLimit}`,
    isWide: true,
    isNumber: true,
  },
  {
    title: "Created",
    sort: "-created_at",
    width: "8rem",
    cell: ({ createdAt }) => <When at={createdAt} isDay />,
    isWide: true,
  },
  {
    title: "Pay link",
    width: "minmax(8rem, 2fr)",
    cell: ({ payUrl, state }) =>
      payUrl && (state === "published" || state === "paused") ? (
        <a href={payUrl} {...newTab}>
          {payUrl.replace(/^https?:\/\//, "")} <NewTabHint />
        </a>
      ) : (
        ""
      ),
    isWide: true,
  },
]

const states = { "": "All", published: "Published", paused: "Paused", draft: "Draft", archived: "Archived" } as const

export function View() {
  const { search, go } = useAddress()
  const navigate = useNavigate()
  const state = search.state as Offer["state"] | undefined
  const { asked, sort } = useSort(listSorts.offers)
  const list = useList(pagesOf("list-offers", { ...asked, ...(state && { state }) }), ({ items }) => items)
  const begin = () => navigate({ to: "/offers/new" as string })
  const problem = useQuery(readOf("get-selling", {})).data?.problem
  const isFelt = list.items.some(({ state, priceCents }) => state === "published" && priceCents > 0)
  return (
    <Frame title="Offers" actions={mayAs("member") && <Button onClick={begin}>Create offer</Button>}>
      <SegmentedControl label="Status" options={states} now={state ?? ""} onGo={(state) => go({ state })} />
      {problem && isFelt && (
        <Notice tone="note" title={problem.message}>
          {problem.hint}
        </Notice>
      )}
      <ListTable
        label="Offers"
        columns={columns}
        list={list}
        sort={sort}
        empty={<NoOffers isFiltered={state !== undefined} onBegin={begin} />}
        onOpen={({ id }) => navigate({ to: "/offers/$offer", params: { offer: id } as never })}
      />
    </Frame>
  )
}

function NoOffers({ isFiltered, onBegin }: { isFiltered: boolean; onBegin(): void }) {
  if (isFiltered) return <Empty title="No results">Choose another status.</Empty>
  return (
    <Empty title="No offers yet" action={mayAs("member") && <Button onClick={onBegin}>Create offer</Button>}>
      Sell your files with a four-character pay link.
    </Empty>
  )
}
