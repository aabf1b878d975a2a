import type { ReactNode } from "react"
import styles from "./stack.module.css"

/** Fields and buttons one below the other, as in a form. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}
