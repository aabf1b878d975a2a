import type { ReactNode } from "react"
import styles from "./rows.module.css"

interface Props {
  title: ReactNode
  detail?: ReactNode
  action?: ReactNode
  /** It arrived while the page was open. */
  isNew?: boolean | undefined
}

/** A list with lines between its rows. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}

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
