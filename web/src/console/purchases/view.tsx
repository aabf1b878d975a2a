import { Link } from "@tanstack/react-router"
import { revenueSpans, spanOf } from "../../../../server/src/contract/console/workspace-routes.ts"
import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { Section } from "../../kit/section.tsx"
import { useRead } from "../ask.ts"
import type { AnswerOf, InputOf } from "../calls.ts"
import { TestMode } from "../test-mode.tsx"
import { Fold } from "../ui/fold.tsx"
import { CsvButton } from "../ui/lists/csv-button.tsx"
import { Filter, toOptions } from "../ui/lists/filter.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import { SegmentedControl } from "../ui/lists/segmented-control.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { useAddress } from "../ui/use-address.ts"
import { DayChart } from "../ui/values/day-chart.tsx"
import { purchaseColumns, purchasesTable } from "./columns.tsx"
import { PurchaseSheet } from "./purchase-sheet.tsx"
import { purchaseStates } from "./purchase-state.ts"
import styles from "./view.module.css"

export function View() {
  const { search, go } = useAddress()
  const filter = { state: search.state, offerId: search.offer, buyer: search.q } as InputOf<"list-purchases">
  const list = useList("list-purchases", filter, { sorts: "purchases" })
  const csv = { fileName: "purchases.csv", rowsOf: purchasesTable, read: "list-purchases", input: filter } as const
  return (
    <ListFrame
      title="Purchases"
      actions={list.items.length > 0 && <CsvButton {...csv} variant="default" />}
      above={(list.items.length > 0 || list.isFiltered) && <Revenue />}
      search="Search buyers"
      filters={<Filters />}
      list={list}
      columns={purchaseColumns}
      hides="purchases"
      unfound="Change the search or the filters."
      empty={
        <Empty title="No purchases yet" action={<Link to="/offers">View offers</Link>}>
          Publish an offer and share its pay link.
        </Empty>
      }
      onOpen={({ id }) => go({ open: id })}
    >
      {search.open && <PurchaseSheet id={search.open} onClose={() => go({ open: undefined })} />}
    </ListFrame>
  )
}

function Filters() {
  const offers = useRead("list-offers", { limit: 100 }).data?.items ?? []
  const titles = offers.map(({ id, title }) => ({ value: id, label: title }))
  return (
    <>
      <Filter label="Status" by="state" all="All statuses" options={toOptions(purchaseStates)} />
      <Filter label="Offer" by="offer" all="All offers" options={titles} />
    </>
  )
}

const spans = Object.fromEntries(revenueSpans.map((days) => [String(days), `${days} days`]))

/** Revenue by day, one chart per currency. The address has the number of days. */
function Revenue() {
  const { search, go } = useAddress()
  const days = spanOf(search.days, revenueSpans)
  const { data, error } = useRead("get-revenue", { days })
  return (
    <Section title="Revenue" below="Net of refunds, daily (UTC)">
      <TestMode label="Test data" />
      <SegmentedControl
        label="Period"
        options={spans}
        now={String(days)}
        onGo={(span) => go({ days: span === String(revenueSpans[0]) ? undefined : span })}
      />
      {error && <p className="apart">{error.message}</p>}
      {data?.currencies.length === 0 && <p className="apart muted small">No revenue in the last {days} days</p>}
      {data && data.currencies.length > 0 && <Currencies currencies={data.currencies} />}
    </Section>
  )
}

type OneCurrency = AnswerOf<"get-revenue">["currencies"][number]

/** The currency with the most sales; the others are folded, so that the list of purchases stays near. */
function Currencies({ currencies: [first, ...others] }: { currencies: readonly OneCurrency[] }) {
  return (
    <>
      {first && <RevenueChart {...first} />}
      {others.length > 0 && (
        <Fold label={`Other currencies: ${others.map(({ currency }) => currency.toUpperCase()).join(", ")}`}>
          <div className={`stack gap-5 ${styles.charts}`}>
            {others.map((one) => (
              <RevenueChart key={one.currency} {...one} />
            ))}
          </div>
        </Fold>
      )}
    </>
  )
}

function RevenueChart({ currency, days }: OneCurrency) {
  return (
    <DayChart
      days={days.map(({ day, amountCents }) => ({ day, value: amountCents }))}
      what={`Revenue in ${currency.toUpperCase()}`}
      say={(cents) => formatAmount(cents, currency)}
      isSmall
    />
  )
}
