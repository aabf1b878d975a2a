import { Link } from "@tanstack/react-router"
import { type InputOf, useRead } from "../ask.ts"
import { CsvButton } from "../ui/lists/csv-button.tsx"
import { Filter, toOptions } from "../ui/lists/filter.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { useAddress } from "../ui/use-address.ts"
import { purchaseColumns, purchasesTable } from "./columns.tsx"
import { PurchaseSheet } from "./purchase-sheet.tsx"
import { purchaseStates } from "./purchase-state.ts"
import { Revenue } from "./revenue.tsx"

export function View() {
  const { search, go } = useAddress()
  const filter = { state: search.state, offerId: search.offer, buyer: search.q } as InputOf<"list-purchases">
  const list = useList("list-purchases", filter, { sorts: "purchases" })
  const csv = { fileName: "purchases.csv", rowsOf: purchasesTable, read: "list-purchases", input: filter } as const
  return (
    <ListFrame
      title="Purchases"
      actions={list.items.length > 0 && <CsvButton {...csv} variant="default" />}
      above={(list.items.length > 0 || list.isFiltered) && <Revenue />}
      search="Search buyers"
      filters={<Filters />}
      list={list}
      columns={purchaseColumns}
      hides="purchases"
      unfound="Change the search or the filters."
      empty={
        <Empty title="No purchases yet" action={<Link to="/offers">View offers</Link>}>
          Publish an offer and share its pay link.
        </Empty>
      }
      onOpen={({ id }) => go({ open: id })}
    >
      {search.open && <PurchaseSheet id={search.open} onClose={() => go({ open: undefined })} />}
    </ListFrame>
  )
}

function Filters() {
  const offers = useRead("list-offers", { limit: 100 }).data?.items ?? []
  const titles = offers.map(({ id, title }) => ({ value: id, label: title }))
  return (
    <>
      <Filter label="Status" by="state" all="All statuses" options={toOptions(purchaseStates)} />
      <Filter label="Offer" by="offer" all="All offers" options={titles} />
    </>
  )
}
