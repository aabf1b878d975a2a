import type { ReactNode } from "react"
import styles from "./fold.module.css"

interface Props {
  label: string
  /** Unfolded from the start, such as where something in it is set. */
  isOpen?: boolean
  children: ReactNode
}

/** What few need, folded below what most do. */
export function Fold({ label, isOpen = false, children }: Props) {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>{label}</summary>
      <div>{children}</div>
    </details>
  )
}
