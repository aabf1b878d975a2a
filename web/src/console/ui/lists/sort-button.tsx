import styles from "./table.module.css"
import type { TableSort } from "./use-list.ts"

export function SortButton({ title, first, sort }: { title: string; first: string; sort: TableSort }) {
  const now = nameOf(sort.now) === nameOf(first) ? sort.now : undefined
  return (
    <button type="button" className={styles.sort} onClick={() => sort.onSort(nextOf(first, now))}>
      {title}
      <span aria-hidden="true">{now && (isDown(now) ? " ↓" : " ↑")}</span>
    </button>
  )
}

const isDown = (sort: string) => sort.startsWith("-")
const nameOf = (sort: string) => sort.replace(/^-/, "")

/** The first press sorts by the column, the second reverses the order, the third returns to the usual order. */
function nextOf(first: string, now: string | undefined): string | undefined {
  if (now === undefined) return first
  if (now !== first) return undefined
  return isDown(first) ? nameOf(first) : `-${first}`
}

export function directionOf(first: string | undefined, sort: TableSort | undefined) {
  if (!first || !sort || nameOf(sort.now) !== nameOf(first)) return undefined
  return isDown(sort.now) ? "descending" : "ascending"
}
