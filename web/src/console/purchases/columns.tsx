import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { When } from "../../kit/when.tsx"
import { moneyColumn, numberColumn, type TableColumn, textColumn, timeColumn } from "../ui/lists/columns.tsx"
import { toCsvTable, toCsvTime } from "../ui/lists/csv-text.ts"
import { isUnmailed } from "../ui/mail-trouble.tsx"
import { toTypedAmount } from "../ui/values/money.ts"
import { State } from "../ui/values/state.tsx"
import { TwoLines } from "../ui/values/two-lines.tsx"
import { buyerOf, type ListedPurchase, purchaseStateWords } from "./purchase-state.ts"

export const purchaseColumns: readonly TableColumn<ListedPurchase>[] = [
  {
    title: "Buyer",
    width: "minmax(10rem, 2fr)",
    cell: (purchase) => (
      <TwoLines below={isUnmailed(purchase.mail) ? <State words="Could not be mailed" tone="bad" /> : purchase.note}>
        <bdi>{buyerOf(purchase) ?? "No email"}</bdi>
      </TwoLines>
    ),
  },
  {
    title: "Status",
    width: "11rem",
    cell: (purchase) => (
      <TwoLines below={<Sum {...purchase} />} isNarrow>
        <State {...purchaseStateWords(purchase)} /> {purchase.isTest && <State words="Test" tone="note" />}
      </TwoLines>
    ),
  },
  textColumn("Offer", ({ title }) => title),
  moneyColumn("Paid", ({ chargedCents }) => chargedCents, { sort: "-charged_cents" }),
  numberColumn("Downloads", ({ downloads, fulfilledAt }) => (fulfilledAt === null ? "" : downloads)),
  timeColumn("Created", ({ createdAt }) => createdAt, { sort: "-created_at" }),
]

/** The sum and the date for phones, where both columns are hidden. */
function Sum({ chargedCents, currency, createdAt }: ListedPurchase) {
  return (
    <>
      {formatAmount(chargedCents, currency)} · <When at={createdAt} isDay />
    </>
  )
}

/** Amounts are in major units, so that spreadsheets can sum them. */
const amount = (cents: number, currency: string) => Number(toTypedAmount(cents, currency))

const exported: Readonly<Record<string, (purchase: ListedPurchase) => string | number | null>> = {
  id: ({ id }) => id,
  offer: ({ title }) => title,
  buyer: ({ buyerEmail }) => buyerEmail,
  status: (purchase) => purchaseStateWords(purchase).words,
  currency: ({ currency }) => currency.toUpperCase(),
  price: ({ priceCents, currency }) => amount(priceCents, currency),
  gift_code: ({ discountCents, currency }) => amount(discountCents, currency),
  charged: ({ chargedCents, currency }) => amount(chargedCents, currency),
  refunded: ({ refundedCents, currency }) => amount(refundedCents, currency),
  created_at: ({ createdAt }) => toCsvTime(createdAt),
  paid_at: ({ paidAt }) => toCsvTime(paidAt),
  delivered_at: ({ fulfilledAt }) => toCsvTime(fulfilledAt),
  revoked_at: ({ revokedAt }) => toCsvTime(revokedAt),
  restored_at: ({ restoredAt }) => toCsvTime(restoredAt),
  disputed_at: ({ disputedAt }) => toCsvTime(disputedAt),
  dispute: ({ dispute }) => dispute,
  dispute_ended_at: ({ disputeEndedAt }) => toCsvTime(disputeEndedAt),
  refund_started_at: ({ refundStartedAt }) => toCsvTime(refundStartedAt),
  refunded_at: ({ refundedAt }) => toCsvTime(refundedAt),
  reason: ({ reason }) => reason,
  payment_id: ({ paymentId }) => paymentId,
  note: ({ note }) => note,
  noted_at: ({ notedAt }) => toCsvTime(notedAt),
  noted_by: ({ notedBy }) => notedBy,
  downloads: ({ downloads }) => downloads,
}

export const purchasesTable = (purchases: readonly ListedPurchase[]) => toCsvTable(exported, purchases)
