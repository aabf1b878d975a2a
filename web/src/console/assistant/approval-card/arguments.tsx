import type { ShownCall } from "../../../../../server/src/contract/shown.ts"
import { When } from "../../../kit/when.tsx"
import { durationOf, isMoment, labelOf } from "./argument-words.ts"
import { LongText, VisibleText } from "./visible-text.tsx"

/**
 * Every argument of a call, exactly as it will run. Arguments of built-in tools get readable names, times and
 * durations; arguments for an external server are shown as sent.
 */
export function Arguments({ call: { arguments: given, server } }: { call: ShownCall }) {
  const all = Object.entries(given)
  if (all.length === 0) return <p className="quiet">No input.</p>
  const isOurs = server === null
  return (
    <dl className="arguments" aria-label="Input">
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>
            <VisibleText text={isOurs ? labelOf(name) : name} />
          </dt>
          <dd>{isOurs ? <Value name={name} value={value} /> : <LongText text={asSent(value)} />}</dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ name, value }: { name: string; value: unknown }) {
  if (isMoment(name, value)) return <When at={new Date(value).getTime()} />
  return <LongText text={durationOf(name, value) ?? inWords(value)} />
}

function inWords(value: unknown): string {
  if (value === null) return "None"
  if (typeof value === "boolean") return value ? "Yes" : "No"
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ") || "None"
  return asSent(value)
}

/** Shows text unquoted, and other values as JSON, where `"1"` and `1` differ. */
function asSent(value: unknown): string {
  if (typeof value === "string") return value === "" ? "“” (empty)" : value
  return typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : String(value)
}
