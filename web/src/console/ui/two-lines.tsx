import type { ReactNode } from "react"
import styles from "./two-lines.module.css"

interface Props {
  children: ReactNode
  /** A few words below it, cut where the row ends; left out where there are none. */
  below: string | null
  /** Only where the table is too narrow for a column of its own. */
  isNarrow?: boolean
}

/** A cell of a table with a line below its own. */
export function TwoLines({ children, below, isNarrow }: Props) {
  return (
    <span className={styles.lines}>
      <span>{children}</span>
      {below && (
        <small title={below} data-narrow={isNarrow || undefined}>
          <bdi>{below}</bdi>
        </small>
      )}
    </span>
  )
}
