import type { ReactNode } from "react"
import styles from "./page.module.css"

interface Props {
  title: ReactNode
  /** A sentence below the title. */
  below?: ReactNode
  /** The main actions. The key C presses the filled button among them. */
  actions?: ReactNode
  /** Limits the width, for pages of forms. */
  isNarrow?: boolean
  children: ReactNode
}

/** The layout of a page: title, main actions, content. */
export function View({ title, below, actions, isNarrow, children }: Props) {
  return (
    <div className={`stack gap-5 shrinks upper ${styles.view}`} data-narrow={isNarrow || undefined}>
      <header className={`wrap middle between ${styles.head}`}>
        <div>
          <h1 dir="auto">{title}</h1>
          {below && <p>{below}</p>}
        </div>
        {actions && (
          <div className={`wrap gap-2 ${styles.actions}`} data-main-action>
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
  /** What the list is for, and how to start, unless the title says it all. */
  children?: ReactNode
  action?: ReactNode
}

/** Shown instead of an empty list, with the first step. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className={`stack gap-3 ${styles.empty}`}>
      <h2>{title}</h2>
      {children && <p className="muted pretty">{children}</p>}
      {action}
    </div>
  )
}
