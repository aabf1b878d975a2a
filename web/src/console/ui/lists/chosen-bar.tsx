import type { ReactNode } from "react"
import { Button } from "../../../kit/button.tsx"
import styles from "./chosen-bar.module.css"

interface Props {
  /** The number of chosen rows, in words. */
  words: string
  onNone(): void
  children: ReactNode
}

/** The actions on chosen rows. It stays visible and does not shift the rows. */
export function ChosenBar({ words, onNone, children }: Props) {
  return (
    <section className={`wrap middle gap-2 framed raised ${styles.bar}`} aria-label="Selected rows">
      <strong>{words}</strong>
      {children}
      <Button size="sm" variant="subtle" onClick={onNone}>
        Clear
      </Button>
    </section>
  )
}
