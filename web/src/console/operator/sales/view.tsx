import { useHouse } from "../../../kit/house.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { dayColumn, moneyColumn, numberColumn, type TableColumn } from "../../ui/lists/columns.tsx"
import { ListFrame } from "../../ui/lists/list-frame.tsx"
import { wholeList } from "../../ui/lists/use-list.ts"
import { Empty } from "../../ui/page.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { TwoLines } from "../../ui/values/two-lines.tsx"

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
  dayColumn("Last payment", ({ lastAt }) => lastAt),
  numberColumn("Payments", ({ sales }) => sales),
  moneyColumn("Gross volume", ({ chargedCents }) => chargedCents),
  moneyColumn("Refunds, disputes", ({ returnedCents }) => returnedCents),
  moneyColumn("Net volume", ({ chargedCents, returnedCents }) => chargedCents - returnedCents, { isWide: false }),
]

const months = { label: "Period", by: "month", options: { "": "All time", this: "This month", last: "Last month" } }

/** Sales on the installation's own processor account; this money is paid to the operators. */
export function View() {
  const { isSandbox } = useHouse()
  const { search } = useAddress()
  const month = search.month === "this" || search.month === "last" ? search.month : undefined
  const sales = useRead("list-installation-sales", month ? { month } : {})
  return (
    <ListFrame
      title="Sales"
      below="Payments to the operator’s Stripe account, before fees. Months in UTC."
      above={isSandbox && <Notice tone="note" title="Sandbox: no real money moves" />}
      states={months}
      list={wholeList(sales)}
      columns={columns}
      keyOf={({ workspaceId, currency }) => `${workspaceId} ${currency}`}
      empty={
        <Empty title={month ? "No payments in this month" : "No payments yet"}>
          Workspaces with their own Stripe account aren’t listed.
        </Empty>
      }
    >
      {sales.data?.hasMore && <Notice tone="note" title="Showing the top 500" />}
    </ListFrame>
  )
}
