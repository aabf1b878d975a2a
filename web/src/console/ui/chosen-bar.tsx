import type { ReactNode } from "react"
import { Button } from "../../kit/button.tsx"
import styles from "./chosen-bar.module.css"

interface Props {
  /** How many rows are chosen, in words. */
  words: string
  onNone(): void
  /** What can be done with them. */
  children: ReactNode
}

/** What can be done with the rows that are chosen. It stays in sight, and moves no row. */
export function ChosenBar({ words, onNone, children }: Props) {
  return (
    <section className={styles.bar} aria-label="Chosen rows">
      <strong>{words}</strong>
      {children}
      <Button size="sm" variant="subtle" onClick={onNone}>
        Choose none
      </Button>
    </section>
  )
}
