import type { ShownCall } from "../../../../../server/src/domains/assistant/shown.ts"
import { LongText, VisibleText } from "./visible-text.tsx"

/** Everything that a call is given, as it will run: nothing is left out. */
export function Arguments({ given }: { given: ShownCall["arguments"] }) {
  const all = Object.entries(given)
  if (all.length === 0) return <p className="quiet">It is given nothing.</p>
  return (
    <dl className="arguments" aria-label="What it is given">
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>
            <VisibleText text={name} />
          </dt>
          <dd>
            <LongText text={inWords(value)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Text as it is; what else there is as JSON, so that `"1"` and `1` within it differ. */
function inWords(value: unknown): string {
  if (typeof value === "string") return value === "" ? "“” (empty)" : value
  return typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : String(value)
}
