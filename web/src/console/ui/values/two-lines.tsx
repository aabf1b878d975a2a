import type { ReactNode } from "react"
import styles from "./two-lines.module.css"

interface Props {
  children: ReactNode
  /** The second line, truncated at the row's end; null for none. */
  below: ReactNode
  /** Shows the second line only where the table is too narrow for its column. */
  isNarrow?: boolean
}

export function TwoLines({ children, below, isNarrow }: Props) {
  return (
    <span className={`stack shrinks ${styles.lines}`}>
      <span>{children}</span>
      {below && (
        <small title={typeof below === "string" ? below : undefined} data-narrow={isNarrow || undefined}>
          <bdi>{below}</bdi>
        </small>
      )}
    </span>
  )
}
