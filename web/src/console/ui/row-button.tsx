import type { ReactNode } from "react"
import styles from "./row-button.module.css"

interface Props {
  /** The accessible name and the tooltip. */
  label: string
  onPress(): void
  children: ReactNode
}

export function RowButton({ label, onPress, children }: Props) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={label} onClick={onPress}>
      {children}
    </button>
  )
}
