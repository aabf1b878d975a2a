import type { ReactNode } from "react"
import styles from "./prose.module.css"

/** Styles running text: headings, paragraphs, lists and tables. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={`stack gap-4 ${styles.prose}`}>{children}</div>
}
