import { useHouse } from "../../kit/house.tsx"
import { stored } from "../../kit/stored.ts"
import { useRead } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { SegmentedControl } from "../ui/lists/segmented-control.tsx"
import { useAddress } from "../ui/use-address.ts"
import chart from "../ui/values/day-chart.module.css"
import { DayChart } from "../ui/values/day-chart.tsx"
import styles from "./link-stats.module.css"

type Stats = AnswerOf<"get-link-stats">

const spans: Readonly<Record<string, string>> = { 7: "7 days", 30: "30 days", 90: "90 days", 365: "1 year" }
const usual = 30
const remembered = "link-period"

/** A link's clicks by day (as a chart and a table), by referrer, country and device. The browser keeps the period. */
export function LinkStats({ id }: { id: string }) {
  const { search, go } = useAddress()
  const asked = search.days ?? stored.get(remembered) ?? ""
  const days = Object.hasOwn(spans, asked) ? Number(asked) : usual
  const stats = useRead("get-link-stats", { id, days })
  return (
    <section className="stack gap-4 shrinks" aria-label="Clicks by day" aria-busy={stats.isPending}>
      <SegmentedControl
        label="Period"
        options={spans}
        now={String(days)}
        onGo={(span) => {
          stored.set(remembered, span)
          go({ days: span })
        }}
      />
      {stats.error && <p className="apart">{stats.error.message}</p>}
      {stats.data ? <Shown stats={stats.data} /> : <div className={`sunken ${styles.waiting}`} />}
    </section>
  )
}

function Shown({ stats }: { stats: Stats }) {
  const { locale } = useHouse()
  const sum = stats.days.reduce((all, { clicks }) => all + clicks, 0)
  return (
    <>
      <DayChart
        days={stats.days.map(({ day, clicks }) => ({ day, value: clicks }))}
        what="Clicks"
        say={(clicks) => `${clicks.toLocaleString()} ${clicks === 1 ? "click" : "clicks"}`}
      />
      {sum > 0 && (
        <>
          <Shares title="Referrers" rows={hostRows(stats)} sum={sum} />
          {stats.countries.length > 0 && (
            <Shares title="Countries" rows={countryRows(stats, { sum, locale })} sum={sum} />
          )}
          <Shares title="Devices" rows={stats.devices.map(toDeviceRow)} sum={sum} />
        </>
      )}
      <p className="muted smallest">Daily totals (UTC), kept for one year.</p>
    </>
  )
}

interface Share {
  name: string
  clicks: number
}

function hostRows({ referrers, otherReferrers }: Stats): readonly Share[] {
  const named = referrers.map(({ host, app, clicks }) => ({ name: app ?? host ?? "Direct", clicks }))
  return otherReferrers > 0 ? [...named, { name: "Other sites", clicks: otherReferrers }] : named
}

const mostCountries = 10

/** The top ten countries in the reader's language, the sum of the others, and the unknown rest. */
function countryRows({ countries }: Stats, { sum, locale }: { sum: number; locale: string }): readonly Share[] {
  const names = new Intl.DisplayNames(locale, { type: "region" })
  const total = (rows: readonly { clicks: number }[]) => rows.reduce((all, { clicks }) => all + clicks, 0)
  const first = countries.slice(0, mostCountries)
  return [
    ...first.map(({ country, clicks }) => ({ name: names.of(country) ?? country, clicks })),
    { name: "Other countries", clicks: total(countries) - total(first) },
    { name: "Unknown", clicks: sum - total(countries) },
  ].filter(({ clicks }) => clicks > 0)
}

const deviceWords = { phone: "Mobile", tablet: "Tablet", desktop: "Desktop", other: "Other" }

const toDeviceRow = ({ device, clicks }: Stats["devices"][number]): Share => ({ name: deviceWords[device], clicks })

function Shares({ title, rows, sum }: { title: string; rows: readonly Share[]; sum: number }) {
  return (
    <table className={`small wide ${chart.table} ${styles.shares}`}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Clicks</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, clicks }) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
              <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(100 * clicks) / sum} height="4" rx="1" />
              </svg>
            </th>
            <td>{clicks.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
