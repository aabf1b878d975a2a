import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { areaWords } from "../../../../server/src/contract/words.ts"
import { dayColumn, moneyColumn } from "../ui/lists/columns.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import type { TableColumn } from "../ui/lists/table.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { useAddress } from "../ui/use-address.ts"
import { TwoLines } from "../ui/values/two-lines.tsx"
import { EntrySheet, type Settles, type UnclearMoneyEntry } from "./entry-sheet.tsx"

const columns: readonly TableColumn<UnclearMoneyEntry>[] = [
  {
    title: "Buyer",
    width: "minmax(10rem, 2fr)",
    cell: ({ buyerEmail, reason }) => (
      <TwoLines below={reason} isNarrow>
        <bdi>{buyerEmail ?? "Unknown"}</bdi>
      </TwoLines>
    ),
  },
  moneyColumn("Amount", ({ amountCents }) => amountCents, { isWide: false }),
  { title: "Issue", width: "minmax(12rem, 4fr)", cell: ({ reason }) => <bdi>{reason}</bdi>, isWide: true },
  dayColumn("Created", ({ createdAt }) => createdAt),
]

const states = { label: "Status", by: "settled", options: { "": "Open", yes: "Resolved" } }

interface Props {
  /** The read for one workspace, or for all. */
  reads: "list-own-unclear-money" | "list-unclear-money"
  settles: Settles
  /** Who receives mails about unclear money. */
  mailed: string
}

export function UnclearMoneyPage({ reads, settles, mailed }: Props) {
  const { search } = useAddress()
  const isSettled = search.settled === "yes"
  return (
    <ListFrame
      title={areaWords.paymentIssues}
      below="Payments that need your decision."
      states={states}
      list={useList(reads, { isSettled })}
      columns={columns}
      empty={
        <Empty title={isSettled ? "No resolved issues" : "No payment issues"}>
          {isSettled ? "Resolved issues are kept here." : `New issues are emailed to ${mailed}.`}
        </Empty>
      }
      panel={{
        title: ({ amountCents, currency }) => formatAmount(amountCents, currency),
        content: (entry) => <EntrySheet entry={entry} settles={settles} />,
      }}
    />
  )
}
