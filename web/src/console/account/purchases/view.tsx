import { formatAmount } from "../../../../../server/src/contract/currencies.ts"
import { When } from "../../../kit/when.tsx"
import { pagesOf } from "../../ask.ts"
import { here } from "../../here.ts"
import { useList } from "../../ui/list.ts"
import { Empty, View as Frame } from "../../ui/page.tsx"
import { State } from "../../ui/state.tsx"
import { ListTable, type TableColumn } from "../../ui/table.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { BoughtSheet } from "./bought-sheet.tsx"
import { type Bought, boughtStateWords } from "./bought-state.ts"

const columns: readonly TableColumn<Bought>[] = [
  { title: "Product", width: "minmax(10rem, 3fr)", cell: ({ title }) => <bdi>{title}</bdi> },
  { title: "Status", width: "12rem", cell: (bought) => <State {...boughtStateWords(bought)} /> },
  {
    title: "Seller",
    width: "minmax(8rem, 2fr)",
    cell: ({ sellerName }) => <bdi>{sellerName}</bdi>,
    isWide: true,
  },
  {
    title: "Price",
    width: "7rem",
    cell: ({ amountCents, currency }) => formatAmount(amountCents, currency),
    isWide: true,
    isNumber: true,
  },
  { title: "Date", width: "12rem", cell: ({ createdAt }) => <When at={createdAt} />, isWide: true },
]

/** Everything bought with this person's email address, from any workspace. */
export function View() {
  const { search, go } = useAddress()
  const list = useList(pagesOf("list-bought", {}), ({ items }) => items)
  return (
    <Frame title="Purchases" below={<Whose />}>
      <ListTable
        label="Purchases"
        columns={columns}
        list={list}
        empty={<Empty title="No purchases yet">Products you buy with this email appear here.</Empty>}
        onOpen={({ id }) => go({ open: id })}
      />
      <p>Bought with another email? Sign in with it to see those purchases.</p>
      {search.open && <BoughtSheet id={search.open} onClose={() => go({ open: undefined })} />}
    </Frame>
  )
}

function Whose() {
  return (
    <>
      Bought with <bdi>{here().visitor.email}</bdi>
    </>
  )
}
