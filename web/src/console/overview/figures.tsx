import type { ReactNode } from "react"
import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import { Section } from "../../kit/section.tsx"
import { mayAs } from "../console-data.ts"
import { TestMode } from "../test-mode.tsx"
import { Fold } from "../ui/fold.tsx"
import { DayChart, type DayOfChart } from "../ui/values/day-chart.tsx"
import { NeedsYou } from "./needs-you.tsx"
import type { Overview } from "./overview.ts"
import { PageLink } from "./page-link.tsx"
import styles from "./view.module.css"

/** How many days each figure shows. The overview has as many before them, for comparison. */
const span = 30

/** The first row: revenue, sales and clicks of the last 30 days, and what needs the member. */
export function Figures({ overview }: { overview: Overview }) {
  const { clicks, links } = overview
  return (
    <div className={`stack gap-4 ${styles.figures}`}>
      {mayAs("member") && <NeedsYou overview={overview} />}
      <SalesFigures overview={overview} />
      {clicks && hasItems(links?.links) && (
        <Figure
          title={<PageLink to="/links">Clicks</PageLink>}
          what="Clicks"
          days={clicks.map(({ day, clicks }) => ({ day, value: clicks }))}
          say={(count) => `${toCount(count)} ${count === 1 ? "click" : "clicks"}`}
          mark={toCount}
        />
      )}
    </div>
  )
}

const hasItems = (items: readonly unknown[] = []) => items.length > 0

type Currency = NonNullable<Overview["revenue"]>["currencies"][number]

function SalesFigures({ overview: { revenue, offers, clicks } }: { overview: Overview }) {
  const offer = offers?.items[0]
  if (!revenue || (!offer && revenue.currencies.length === 0)) return null
  const empty = (clicks ?? []).map(({ day }) => ({ day, amountCents: 0, sales: 0 }))
  const [first = { currency: offer?.currency ?? "usd", days: empty }, ...others] = revenue.currencies
  return (
    <>
      <Figure title={<PageLink to="/purchases">Revenue</PageLink>} isMoney {...moneyOf(first)}>
        {others.length > 0 && (
          <Fold label={`Other currencies: ${others.map(({ currency }) => currency.toUpperCase()).join(", ")}`}>
            {others.map((one) => (
              <DayChart key={one.currency} {...halves(moneyOf(one))} isSmall />
            ))}
          </Fold>
        )}
      </Figure>
      <Figure
        title={<PageLink to="/purchases">Sales</PageLink>}
        isMoney
        what="Sales"
        days={first.days.map(({ day }, at) => ({
          day,
          value: [first, ...others].reduce((all, { days }) => all + (days[at]?.sales ?? 0), 0),
        }))}
        say={(count) => `${toCount(count)} ${count === 1 ? "sale" : "sales"}`}
        mark={toCount}
      />
    </>
  )
}

const moneyOf = ({ currency, days }: Currency): Chart => ({
  what: `Revenue in ${currency.toUpperCase()}`,
  days: days.map(({ day, amountCents }) => ({ day, value: amountCents })),
  say: (cents) => formatAmount(cents, currency),
})

interface Chart {
  what: string
  days: readonly DayOfChart[]
  say(value: number): string
  mark?(value: number): string
}

const toCount = (count: number) => count.toLocaleString()

interface FigureProps extends Chart {
  title: ReactNode
  isMoney?: boolean
  children?: ReactNode
}

function Figure({ title, isMoney, children, ...chart }: FigureProps) {
  return (
    <Section title={title}>
      <DayChart {...halves(chart)} isSmall />
      {isMoney && <TestMode label="Test data" />}
      {children}
    </Section>
  )
}

function halves({ days, ...chart }: Chart) {
  const before = days.slice(0, -span).reduce((all, { value }) => all + value, 0)
  return { ...chart, days: days.slice(-span), before }
}
