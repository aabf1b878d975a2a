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
    <section className={`stack gap-5 plate raised ${panel.panel}`} aria-labelledby={id}>
      <div>
        <h2 className={styles.title} id={id} dir="auto">
          {title}
        </h2>
        {below && <p className={`muted breaks pretty ${styles.below}`}>{below}</p>}
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
  return <ul className="stack ruled">{children}</ul>
}

export function Row({ title, detail, action, isNew }: RowProps) {
  return (
    <li className={`wrap middle gap-2-4 ${rowsStyles.row}`} data-new={isNew || undefined}>
      <div className={`stack breaks ${rowsStyles.words}`}>
        <bdi className={rowsStyles.title}>{title}</bdi>
        {detail && <div className="muted smaller">{detail}</div>}
      </div>
      {action && <div className="wrap middle gap-2">{action}</div>}
    </li>
  )
}
