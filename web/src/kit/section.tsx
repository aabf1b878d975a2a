import { type ReactNode, useId } from "react"
import panel from "./panel.module.css"
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
