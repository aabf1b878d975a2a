import { useArrivals } from "./arrivals.ts"
import styles from "./arrived.module.css"

/** Says to those who do not see the page how many rows of a list have come just now. */
export function Arrived({ label, ids }: { label: string; ids: readonly string[] }) {
  const arrived = useArrivals()
  const count = arrived.size === 0 ? 0 : ids.filter((id) => arrived.has(id)).length
  return (
    <span role="status" className={styles.said}>
      {count > 0 && `${label}: ${count} new`}
    </span>
  )
}
