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
  { title: "Last payment", width: "9rem", cell: ({ lastAt }) => <When at={lastAt} isDay />, isWide: true },
  { title: "Payments", width: "6rem", cell: ({ sales }) => sales, isWide: true, isNumber: true },
  {
    title: "Gross volume",
    width: "9rem",
    cell: ({ chargedCents, currency }) => formatAmount(chargedCents, currency),
    isWide: true,
    isNumber: true,
  },
  {
    title: "Refunds, disputes",
    width: "9rem",
    cell: ({ returnedCents, currency }) => formatAmount(returnedCents, currency),
    isWide: true,
    isNumber: true,
  },
  {
    title: "Net volume",
    width: "9rem",
    cell: ({ chargedCents, returnedCents, currency }) => formatAmount(chargedCents - returnedCents, currency),
    isNumber: true,
  },
]

const months = { "": "All time", this: "This month", last: "Last month" } as const

/** Sales on the installation's own processor account; this money is paid to the operators. */
export function View() {
  const { isSandbox } = useHouse()
  const { search, go } = useAddress()
  const month = search.month === "this" || search.month === "last" ? search.month : undefined
  const { data } = useQuery(readOf("list-installation-sales", month ? { month } : {}))
  return (
    <Frame title="Sales" below="Payments to the operator’s Stripe account, before fees. Months in UTC.">
      {isSandbox && <Notice tone="note" title="Sandbox: no real money moves" />}
      <SegmentedControl label="Period" options={months} now={month ?? ""} onGo={(month) => go({ month })} />
      {data?.items.length === 0 ? (
        <Empty title={month ? "No payments in this month" : "No payments yet"}>
          Workspaces with their own Stripe account aren’t listed.
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
      {data?.hasMore && <Notice tone="note" title="Showing the top 500" />}
    </Frame>
  )
}
