import type { ReactNode } from "react"
import styles from "./file-row.module.css"

interface Props {
  name: string
  /** Such as its size. */
  detail?: string
  action?: ReactNode
}

/** One file in a list: its kind, its name, and what can be done with it. */
export function FileRow({ name, detail, action }: Props) {
  return (
    <li className={styles.row}>
      <span className={styles.kind} aria-hidden="true">
        {kindOf(name)}
      </span>
      <span className={styles.name}>
        {name}
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {action && <span className={styles.action}>{action}</span>}
    </li>
  )
}

/** The list that file rows stand in. */
export function FileList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

function kindOf(name: string): string {
  return /\.([A-Za-z0-9]{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? "FILE"
}
