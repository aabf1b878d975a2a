import type { ReactNode } from "react"
import styles from "./heading.module.css"

interface Props {
  /** A few words above the title, such as the sender. */
  above?: ReactNode
  children: string
  /** A sentence below the title. */
  below?: ReactNode
}

/** Titles longer than this are set in a smaller size. */
const longTitle = 48

/** The page's only `h1`. */
export function Heading({ above, children, below }: Props) {
  return (
    <div className="stack gap-3">
      {above && (
        <p className={styles.above} dir="auto">
          {above}
        </p>
      )}
      <h1 className={styles.title} dir="auto" data-long={children.length > longTitle || undefined}>
        {children}
      </h1>
      {below && <p className={`muted pretty ${styles.below}`}>{below}</p>}
    </div>
  )
}
