import { formatAmount } from "../../../../../server/src/domains/handover/currencies.ts"
import { When } from "../../../kit/when.tsx"
import { listOf } from "../../ask.ts"
import { here } from "../../here.ts"
import { useList } from "../../ui/list.ts"
import { Empty, View as Frame } from "../../ui/page.tsx"
import { State } from "../../ui/state.tsx"
import { type Column, Table } from "../../ui/table.tsx"
import { type Bought, boughtStates } from "./bought-state.ts"

const columns: readonly Column<Bought>[] = [
  { title: "What", width: "minmax(10rem, 3fr)", cell: ({ title }) => <bdi>{title}</bdi> },
  { title: "State", width: "12rem", cell: ({ state }) => <State {...boughtStates[state]} /> },
  {
    title: "From",
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
  { title: "Bought", width: "12rem", cell: ({ createdAt }) => <When at={createdAt} />, isWide: true },
]

/** Everything that was bought with this person's address, from any workspace. */
export function View() {
  const list = useList(listOf("list-bought", {}), ({ items }) => items)
  return (
    <Frame title="What you bought" below={<Whose />}>
      {list.isLoaded && list.items.length === 0 ? (
        <Empty title="Nothing yet">
          Whatever you buy through a pay link, and give this address for, is listed here with its files.
        </Empty>
      ) : (
        <Table
          label="What you bought"
          columns={columns}
          rows={list.items}
          keyOf={({ id }) => id}
          hasMore={list.hasMore}
          onMore={list.onMore}
        />
      )}
    </Frame>
  )
}

function Whose() {
  return (
    <>
      Everything that was bought with <bdi>{here().visitor.email}</bdi>.
    </>
  )
}
