import type { ReactNode } from "react"
import styles from "./page.module.css"

interface Props {
  title: ReactNode
  /** A sentence below it. */
  below?: ReactNode
  /** What is done here most, at the end of the line. The filled button among them is what C begins. */
  actions?: ReactNode
  /** For a page of forms: lines that are read and filled in are no longer than that. */
  isNarrow?: boolean
  children: ReactNode
}

/** One page of the console: its title, what is done here most, and what it shows. */
export function View({ title, below, actions, isNarrow, children }: Props) {
  return (
    <div className={styles.view} data-narrow={isNarrow || undefined}>
      <header className={styles.head}>
        <div>
          <h1 dir="auto">{title}</h1>
          {below && <p>{below}</p>}
        </div>
        {actions && (
          <div className={styles.actions} data-main-action>
            {actions}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}

interface EmptyProps {
  title: string
  /** What it is good for, and how it begins. */
  children: ReactNode
  action?: ReactNode
}

/** Stands where there is nothing yet: what belongs here, and the first step. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  )
}
