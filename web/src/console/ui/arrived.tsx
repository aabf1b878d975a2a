import spoken from "../../kit/spoken.module.css"
import { useArrivals } from "./arrivals.ts"

/** Says to those who do not see the page how many rows of a list have come just now. */
export function Arrived({ label, ids }: { label: string; ids: readonly string[] }) {
  const arrived = useArrivals()
  const count = arrived.size === 0 ? 0 : ids.filter((id) => arrived.has(id)).length
  return (
    <span role="status" className={spoken.spoken}>
      {count > 0 && `${label}: ${count} new`}
    </span>
  )
}
