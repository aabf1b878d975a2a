import spoken from "../../kit/spoken.module.css"
import { useArrivals } from "./arrivals.ts"

/** Announces the number of new rows to screen readers. */
export function Arrived({ label, ids }: { label: string; ids: readonly string[] }) {
  const arrived = useArrivals()
  const count = arrived.size === 0 ? 0 : ids.filter((id) => arrived.has(id)).length
  return (
    <span role="status" className={spoken.spoken}>
      {count > 0 && `${label}: ${count} new`}
    </span>
  )
}
