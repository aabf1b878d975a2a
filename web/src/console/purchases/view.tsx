import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { listSorts } from "../../../../server/src/contract/console/list-sorts.ts"
import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { When } from "../../kit/when.tsx"
import { type InputOf, pagesOf, readOf } from "../ask.ts"
import { ColumnsMenu } from "../ui/columns-menu.tsx"
import { Filter } from "../ui/filter.tsx"
import { useList } from "../ui/list.ts"
import { isUnmailed } from "../ui/mail-trouble.tsx"
import { Empty, View as Frame } from "../ui/page.tsx"
import { SearchField } from "../ui/search-field.tsx"
import { State } from "../ui/state.tsx"
import { ListTable, type TableColumn } from "../ui/table.tsx"
import { TwoLines } from "../ui/two-lines.tsx"
import { useAddress } from "../ui/use-address.ts"
import { useColumns } from "../ui/use-columns.ts"
import { useSort } from "../ui/use-sort.ts"
import { PurchasesCsvButton } from "./csv-button.tsx"
import { PurchaseSheet } from "./purchase-sheet.tsx"
import { buyerOf, type ListedPurchase, purchaseStates, purchaseStateWords } from "./purchase-state.ts"
import { Revenue } from "./revenue.tsx"

const columns: readonly TableColumn<ListedPurchase>[] = [
  {
    title: "Buyer",
    width: "minmax(10rem, 2fr)",
    cell: (purchase) => (
      <TwoLines below={isUnmailed(purchase.mail) ? <State words="Could not be mailed" tone="bad" /> : purchase.note}>
        <bdi>{buyerOf(purchase) ?? "No email"}</bdi>
      </TwoLines>
    ),
  },
  {
    title: "Status",
    width: "11rem",
    cell: (purchase) => (
      <TwoLines below={<Sum {...purchase} />} isNarrow>
        <State {...purchaseStateWords(purchase)} /> {purchase.isTest && <State words="Test" tone="note" />}
      </TwoLines>
    ),
  },
  { title: "Offer", width: "minmax(8rem, 2fr)", cell: ({ title }) => <bdi>{title}</bdi>, isWide: true },
  {
    title: "Paid",
    sort: "-charged_cents",
    width: "7rem",
    cell: ({ chargedCents, currency }) => formatAmount(chargedCents, currency),
    isWide: true,
    isNumber: true,
  },
  {
    title: "Downloads",
    width: "6.5rem",
    cell: ({ downloads, fulfilledAt }) => (fulfilledAt === null ? "" : downloads.toLocaleString()),
    isWide: true,
    isNumber: true,
  },
  {
    title: "Created",
    sort: "-created_at",
    width: "12rem",
    cell: ({ createdAt }) => <When at={createdAt} />,
    isWide: true,
  },
]

const columnsOf = () => columns

/** The sum and the date for phones, where both columns are hidden. */
function Sum({ chargedCents, currency, createdAt }: ListedPurchase) {
  return (
    <>
      {formatAmount(chargedCents, currency)} · <When at={createdAt} isDay />
    </>
  )
}

/** All purchases, including unpaid checkouts. The filters and the open purchase are in the address. */
export function View() {
  const { search, go } = useAddress()
  const filter = filterOf(search)
  const { asked, sort } = useSort(listSorts.purchases)
  const list = useList(pagesOf("list-purchases", { ...filter, ...asked }), ({ items }) => items)
  const { shown, chosen } = useColumns("purchases", columnsOf)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Frame title="Purchases" actions={list.items.length > 0 && <PurchasesCsvButton filter={filter} />}>
      {(list.items.length > 0 || isFiltered) && <Revenue />}
      <Filters>{list.items.length > 0 && <ColumnsMenu {...chosen} />}</Filters>
      <ListTable
        label="Purchases"
        columns={shown}
        list={list}
        sort={sort}
        empty={<NoPurchases isFiltered={isFiltered} />}
        onOpen={({ id }) => go({ open: id })}
      />
      {search.open && <PurchaseSheet id={search.open} onClose={() => go({ open: undefined })} />}
    </Frame>
  )
}

/** Converts the address's filters to the read's input. */
function filterOf({ state, offer, q }: Record<string, string | undefined>): InputOf<"list-purchases"> {
  return {
    ...(state && { state: state as ListedPurchase["state"] }),
    ...(offer && { offerId: offer }),
    ...(q && { buyer: q }),
  }
}

function Filters({ children }: { children: ReactNode }) {
  const { search, go } = useAddress()
  const offers = useQuery(readOf("list-offers", { limit: 100 })).data?.items ?? []
  return (
    <SearchField label="Search buyers" value={search.q ?? ""} onSearch={(q) => go({ q })}>
      <Filter
        label="Status"
        value={search.state ?? ""}
        onChoose={(state) => go({ state })}
        options={[
          { value: "", label: "All statuses" },
          ...Object.entries(purchaseStates).map(([value, { words }]) => ({ value, label: words })),
        ]}
      />
      <Filter
        label="Offer"
        value={search.offer ?? ""}
        onChoose={(offer) => go({ offer })}
        options={[{ value: "", label: "All offers" }, ...offers.map(({ id, title }) => ({ value: id, label: title }))]}
      />
      {children}
    </SearchField>
  )
}

function NoPurchases({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No results">Change the search or the filters.</Empty>
  return (
    <Empty title="No purchases yet" action={<Link to="/offers">View offers</Link>}>
      Publish an offer and share its pay link.
    </Empty>
  )
}
