import { revenueSpans, spanOf } from "../../../../server/src/contract/console/workspace-routes.ts"
import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { Section } from "../../kit/section.tsx"
import { type AnswerOf, useRead } from "../ask.ts"
import { TestMode } from "../test-mode.tsx"
import { Fold } from "../ui/fold.tsx"
import { SegmentedControl } from "../ui/lists/segmented-control.tsx"
import { useAddress } from "../ui/use-address.ts"
import { DayChart } from "../ui/values/day-chart.tsx"
import styles from "./view.module.css"

const spans = Object.fromEntries(revenueSpans.map((days) => [String(days), `${days} days`]))

/** Revenue by day, one chart per currency. The address has the number of days. */
export function Revenue() {
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
export function Currencies({ currencies: [first, ...others] }: { currencies: readonly OneCurrency[] }) {
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
