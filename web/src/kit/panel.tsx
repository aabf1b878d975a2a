import type { ReactNode } from "react"
import styles from "./panel.module.css"

/** A sheet of its own on the page: a form, a list, an outcome. */
export function Panel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.panel} aria-label={label}>
      {children}
    </section>
  )
}
