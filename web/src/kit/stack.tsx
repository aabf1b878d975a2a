import type { ReactNode } from "react"
import styles from "./stack.module.css"

/** A vertical stack of fields and buttons. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}
