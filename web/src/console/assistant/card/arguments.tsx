import type { ShownCall } from "../../../../../server/src/contract/shown.ts"
import { When } from "../../../kit/when.tsx"
import { durationOf, isMoment, labelOf } from "./argument-words.ts"
import { LongText, VisibleText } from "./visible-text.tsx"

/**
 * Everything that a call is given, as it will run: nothing is left out. Of our own tools, names, moments and durations
 * are said in words; what goes to another server stands as it is sent.
 */
export function Arguments({ call: { arguments: given, server } }: { call: ShownCall }) {
  const all = Object.entries(given)
  if (all.length === 0) return <p className="quiet">It is given nothing.</p>
  const isOurs = server === null
  return (
    <dl className="arguments" aria-label="What it is given">
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

/** Text as it is; what else there is as JSON, so that `"1"` and `1` within it differ. */
function asSent(value: unknown): string {
  if (typeof value === "string") return value === "" ? "“” (empty)" : value
  return typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : String(value)
}
