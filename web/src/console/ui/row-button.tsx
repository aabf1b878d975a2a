import type { ReactNode } from "react"
import styles from "./row-button.module.css"

interface Props {
  /** The accessible name and the tooltip. */
  label: string
  onPress(): void
  /** An icon. */
  children: ReactNode
}

/** A small button in a table's row, which shows an icon. */
export function RowButton({ label, onPress, children }: Props) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={label} onClick={onPress}>
      {children}
    </button>
  )
}
