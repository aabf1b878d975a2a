import type { ReactNode } from "react"
import styles from "./rows.module.css"

interface Props {
  title: ReactNode
  detail?: ReactNode
  /** What can be done with it. */
  action?: ReactNode
  /** It has come just now, while the page was open. */
  isNew?: boolean | undefined
}

/** A list of things, a line between each two. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}

/** One thing in a list: its name, a few words on it, and what can be done with it. */
export function Row({ title, detail, action, isNew }: Props) {
  return (
    <li className={styles.row} data-new={isNew || undefined}>
      <div className={styles.words}>
        <bdi className={styles.title}>{title}</bdi>
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  )
}
