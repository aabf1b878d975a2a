import type { Fact } from "../../../../../server/src/contract/shown.ts"
import { When } from "../../../kit/when.tsx"
import { here } from "../../console-data.ts"
import { CopyButton } from "../messages/copy-button.tsx"
import { OurLink } from "../messages/our-link.tsx"
import { LongText } from "./visible-text.tsx"

export function FactList({ facts, label }: { facts: readonly Fact[]; label: string }) {
  if (facts.length === 0) return null
  return (
    <dl className="arguments" aria-label={label}>
      {facts.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the order is fixed.
        <div key={at}>
          <dt>{fact.label}</dt>
          <dd>
            <FactValue {...fact} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** RFC 3339 in UTC. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

function FactValue({ value, path }: Fact) {
  if (path !== undefined && /^\/(?!\/)/.test(path)) return <OurLink path={`${here().base}${path}`}>{value}</OurLink>
  if (moment.test(value)) return <When at={Date.parse(value)} />
  return (
    <>
      <LongText text={value} />
      {/^https?:\/\//.test(value) && <CopyButton text={value} label={`Copy ${value}`} />}
    </>
  )
}
