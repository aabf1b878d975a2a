import { type ReactNode, useId } from "react"
import panel from "./panel.module.css"
import rowsStyles from "./rows.module.css"
import styles from "./section.module.css"

interface Props {
  title: ReactNode
  /** A sentence below the title. */
  below?: ReactNode
  children?: ReactNode
}

/** A titled section of a page. */
export function Section({ title, below, children }: Props) {
  const id = useId()
  return (
    <section className={panel.panel} aria-labelledby={id}>
      <div>
        <h2 className={styles.title} id={id} dir="auto">
          {title}
        </h2>
        {below && <p className={styles.below}>{below}</p>}
      </div>
      {children}
    </section>
  )
}

interface RowProps {
  title: ReactNode
  detail?: ReactNode
  action?: ReactNode
  /** It arrived while the page was open. */
  isNew?: boolean | undefined
}

/** A list with lines between its rows. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={rowsStyles.rows}>{children}</ul>
}

export function Row({ title, detail, action, isNew }: RowProps) {
  return (
    <li className={rowsStyles.row} data-new={isNew || undefined}>
      <div className={rowsStyles.words}>
        <bdi className={rowsStyles.title}>{title}</bdi>
        {detail && <div className={rowsStyles.detail}>{detail}</div>}
      </div>
      {action && <div className={rowsStyles.action}>{action}</div>}
    </li>
  )
}
