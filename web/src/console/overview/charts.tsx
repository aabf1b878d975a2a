import { Section } from "../../kit/section.tsx"
import { Currencies } from "../purchases/revenue.tsx"
import { DayChart } from "../ui/day-chart.tsx"
import type { Overview } from "./overview.ts"
import styles from "./view.module.css"

/** Clicks and revenue by day; a chart without data is hidden. */
export function Charts({ clicks, revenue }: Pick<Overview, "clicks" | "revenue">) {
  const isClicked = clicks?.some(({ clicks }) => clicks > 0)
  const currencies = revenue?.currencies ?? []
  if (!isClicked && currencies.length === 0) return null
  return (
    <div className={styles.columns}>
      {clicks && isClicked && (
        <Section title="Clicks" below="All links, daily (UTC)">
          <DayChart
            days={clicks.map(({ day, clicks }) => ({ day, value: clicks }))}
            what="Clicks"
            say={(clicks) => `${clicks.toLocaleString()} ${clicks === 1 ? "click" : "clicks"}`}
            isSmall
          />
        </Section>
      )}
      {currencies.length > 0 && (
        <Section title="Revenue" below="Net of refunds, daily (UTC)">
          <Currencies currencies={currencies} />
        </Section>
      )}
    </div>
  )
}
