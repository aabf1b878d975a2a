import type { ReactNode } from "react"
import styles from "./fold.module.css"

interface Props {
  label: string
  /** Initially unfolded, for example because a field inside is set. */
  isOpen?: boolean
  children: ReactNode
}

/** Hides rarely used fields. */
export function Fold({ label, isOpen = false, children }: Props) {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary className="strong">{label}</summary>
      <div className="indented stack gap-3">{children}</div>
    </details>
  )
}
