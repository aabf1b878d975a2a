import { here } from "../../console-data.ts"
import { moneyColumn, textColumn, timeColumn } from "../../ui/lists/columns.tsx"
import { ListFrame } from "../../ui/lists/list-frame.tsx"
import type { TableColumn } from "../../ui/lists/table.tsx"
import { useList } from "../../ui/lists/use-list.ts"
import { Empty } from "../../ui/page.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { State } from "../../ui/values/state.tsx"
import { BoughtSheet } from "./bought-sheet.tsx"
import { type Bought, boughtStateWords } from "./bought-state.ts"

const columns: readonly TableColumn<Bought>[] = [
  { title: "Product", width: "minmax(10rem, 3fr)", cell: ({ title }) => <bdi>{title}</bdi> },
  { title: "Status", width: "12rem", cell: (bought) => <State {...boughtStateWords(bought)} /> },
  textColumn("Seller", ({ sellerName }) => sellerName),
  moneyColumn("Price", ({ amountCents }) => amountCents),
  timeColumn("Date", ({ createdAt }) => createdAt),
]

export function View() {
  const { search, go } = useAddress()
  return (
    <ListFrame
      title="Purchases"
      below={
        <>
          Bought with <bdi>{here().visitor.email}</bdi>
        </>
      }
      list={useList("list-bought", {})}
      columns={columns}
      empty={<Empty title="No purchases yet">Products you buy with this email appear here.</Empty>}
      onOpen={({ id }) => go({ open: id })}
    >
      <p className="apart">Bought with another email? Sign in with it to see those purchases.</p>
      {search.open && <BoughtSheet id={search.open} onClose={() => go({ open: undefined })} />}
    </ListFrame>
  )
}
