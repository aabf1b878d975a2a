import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { areaWords } from "../../../../server/src/contract/words.ts"
import { When } from "../../kit/when.tsx"
import { pagesOf } from "../ask.ts"
import { useList } from "../ui/list.ts"
import { OpenList } from "../ui/open-list.tsx"
import { Empty, View as Frame } from "../ui/page.tsx"
import type { TableColumn } from "../ui/table.tsx"
import { TwoLines } from "../ui/two-lines.tsx"
import { useAddress } from "../ui/use-address.ts"
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
  {
    title: "Amount",
    width: "8rem",
    cell: ({ amountCents, currency }) => formatAmount(amountCents, currency),
    isNumber: true,
  },
  { title: "Issue", width: "minmax(12rem, 4fr)", cell: ({ reason }) => <bdi>{reason}</bdi>, isWide: true },
  { title: "Created", width: "8rem", cell: ({ createdAt }) => <When at={createdAt} isDay />, isWide: true },
]

const states = { label: "Status", by: "settled", options: { "": "Open", yes: "Resolved" } }

interface Props {
  /** The read for one workspace, or for all. */
  reads: "list-own-unclear-money" | "list-unclear-money"
  settles: Settles
  /** Who receives mails about unclear money. */
  mailed: string
}

/** Payments that need a decision, and those that were decided. */
export function UnclearMoneyPage({ reads, settles, mailed }: Props) {
  const { search } = useAddress()
  const isSettled = search.settled === "yes"
  const list = useList(pagesOf(reads, { isSettled }), ({ items }) => items)
  return (
    <Frame title={areaWords.paymentIssues} below="Payments that need your decision.">
      <OpenList
        label={areaWords.paymentIssues}
        states={states}
        columns={columns}
        list={list}
        empty={
          <Empty title={isSettled ? "No resolved issues" : "No payment issues"}>
            {isSettled ? "Resolved issues are kept here." : `New issues are emailed to ${mailed}.`}
          </Empty>
        }
        titleOf={({ amountCents, currency }) => formatAmount(amountCents, currency)}
        sheet={(entry) => <EntrySheet entry={entry} settles={settles} />}
      />
    </Frame>
  )
}
