import type { ReactNode } from "react"
import styles from "./unfold.module.css"

interface Props {
  /** The words that open it. */
  label: string
  /** What it is about, for those who do not see where it stands. */
  about: string
  children: ReactNode
}

/** A second step that is asked for first, such as before something ends for good. */
export function Unfold({ label, about, children }: Props) {
  return (
    <details className={styles.unfold}>
      <summary aria-label={`${label}: ${about}`}>{label}</summary>
      <div className={styles.inside}>{children}</div>
    </details>
  )
}
