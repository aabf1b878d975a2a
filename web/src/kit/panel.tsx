import type { ReactNode } from "react"
import styles from "./panel.module.css"

export function Panel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={`stack gap-5 plate raised ${styles.panel}`} aria-label={label}>
      {children}
    </section>
  )
}
