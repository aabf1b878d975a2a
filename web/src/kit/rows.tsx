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
  return <ul className="stack ruled">{children}</ul>
}

export function Row({ title, detail, action, isNew }: Props) {
  return (
    <li className={`wrap middle gap-2-4 ${styles.row}`} data-new={isNew || undefined}>
      <div className={`stack breaks ${styles.words}`}>
        <bdi className={styles.title}>{title}</bdi>
        {detail && <div className="muted smaller">{detail}</div>}
      </div>
      {action && <div className="wrap middle gap-2">{action}</div>}
    </li>
  )
}
