import { useQuery } from "@tanstack/react-query"
import { formatAmount } from "../../../../../server/src/contract/currencies.ts"
import { useHouse } from "../../../kit/house.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { When } from "../../../kit/when.tsx"
import { type AnswerOf, readOf } from "../../ask.ts"
import { Empty, View as Frame } from "../../ui/page.tsx"
import { SegmentedControl } from "../../ui/segmented-control.tsx"
import { Table, type TableColumn } from "../../ui/table.tsx"
import { TwoLines } from "../../ui/two-lines.tsx"
import { useAddress } from "../../ui/use-address.ts"

type Sale = AnswerOf<"list-installation-sales">["items"][number]

const columns: readonly TableColumn<Sale>[] = [
  {
    title: "Workspace",
    width: "minmax(8rem, 2fr)",
    cell: ({ workspaceName, slug }) => (
      <TwoLines below={slug}>
        <bdi>{workspaceName}</bdi>
      </TwoLines>
    ),
  },
  { title: "Last sale", width: "9rem", cell: ({ lastAt }) => <When at={lastAt} isDay />, isWide: true },
  { title: "Sales", width: "5rem", cell: ({ sales }) => sales, isWide: true, isNumber: true },
  {
    title: "Charged",
    width: "9rem",
    cell: ({ chargedCents, currency }) => formatAmount(chargedCents, currency),
    isWide: true,
    isNumber: true,
  },
  {
    title: "Given back",
    width: "9rem",
    cell: ({ returnedCents, currency }) => formatAmount(returnedCents, currency),
    isWide: true,
    isNumber: true,
  },
  {
    title: "Left",
    width: "9rem",
    cell: ({ chargedCents, returnedCents, currency }) => formatAmount(chargedCents - returnedCents, currency),
    isNumber: true,
  },
]

const months = { "": "All", this: "This month", last: "Last month" } as const

/** Sales on the installation's own processor account; this money is paid to the operators. */
export function View() {
  const { isSandbox } = useHouse()
  const { search, go } = useAddress()
  const month = search.month === "this" || search.month === "last" ? search.month : undefined
  const { data } = useQuery(readOf("list-installation-sales", month ? { month } : {}))
  return (
    <Frame
      title="Sales"
      below="What workspaces sold on the installation’s account. The processor’s fees are not taken off; months are in UTC."
    >
      {isSandbox && <Notice tone="note" title="This installation is a sandbox: no money moves." />}
      <SegmentedControl label="Which sales" options={months} now={month ?? ""} onGo={(month) => go({ month })} />
      {data?.items.length === 0 ? (
        <Empty title={month ? "Nothing was sold in that month" : "Nothing was sold on it yet"}>
          Workspaces that sell on keys of their own are paid by themselves, and are not here.
        </Empty>
      ) : (
        <Table
          label="Sales"
          columns={columns}
          rows={data?.items ?? []}
          keyOf={({ workspaceId, currency }) => `${workspaceId} ${currency}`}
          hasMore={false}
          onMore={() => {}}
        />
      )}
      {data?.hasMore && <Notice tone="note" title="Only the 500 with the most sales are shown." />}
    </Frame>
  )
}
