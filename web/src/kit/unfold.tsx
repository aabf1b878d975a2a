import type { ReactNode } from "react"
import styles from "./unfold.module.css"

interface Props {
  /** The text of the toggle. */
  label: string
  /** The thing that it is about, for screen readers. */
  about: string
  children: ReactNode
}

/** A confirmation step that is folded at first, for example before a deletion. */
export function Unfold({ label, about, children }: Props) {
  return (
    <details className={styles.unfold}>
      <summary aria-label={`${label}: ${about}`}>{label}</summary>
      <div className={styles.inside}>{children}</div>
    </details>
  )
}
