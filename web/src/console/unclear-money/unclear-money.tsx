import { formatAmount } from "../../../../server/src/contract/currencies.ts"
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
        <bdi>{buyerEmail ?? "Not known"}</bdi>
      </TwoLines>
    ),
  },
  {
    title: "Amount",
    width: "8rem",
    cell: ({ amountCents, currency }) => formatAmount(amountCents, currency),
    isNumber: true,
  },
  { title: "What is unclear", width: "minmax(12rem, 4fr)", cell: ({ reason }) => <bdi>{reason}</bdi>, isWide: true },
  { title: "Since", width: "8rem", cell: ({ createdAt }) => <When at={createdAt} isDay />, isWide: true },
]

const states = { label: "Which payments", by: "settled", options: { "": "To decide", yes: "Settled" } }

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
    <Frame title="Unclear money" below="Payments that do not fit their purchase. You decide what becomes of each.">
      <OpenList
        label="Unclear money"
        states={states}
        columns={columns}
        list={list}
        empty={
          <Empty title={isSettled ? "Nothing was settled yet" : "All money is where it belongs"}>
            {isSettled
              ? "What is decided stays here as a record."
              : `Rarely a payment comes in twice, or for what is gone by then. It is shown here, and mailed to ${mailed}.`}
          </Empty>
        }
        titleOf={({ amountCents, currency }) => formatAmount(amountCents, currency)}
        sheet={(entry) => <EntrySheet entry={entry} settles={settles} />}
      />
    </Frame>
  )
}
