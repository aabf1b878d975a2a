import type { ReactNode } from "react"
import styles from "./tag.module.css"

interface Props {
  name: string
  /** The accessible name: the effect of a click. */
  does: string
  /** A symbol after the name. */
  mark?: string
  onPress(): void
}

export function Tag({ name, does, mark, onPress }: Props) {
  return (
    <button
      type="button"
      className={`middle gap-2 smallest ${styles.tag}`}
      aria-label={does}
      title={does}
      onClick={onPress}
    >
      <bdi>{name}</bdi>
      {mark && <span aria-hidden="true">{mark}</span>}
    </button>
  )
}

/** Tags on one line, or wrapped. */
export function Tags({ isOneLine = false, children }: { isOneLine?: boolean; children: ReactNode }) {
  return (
    <span className={`wrap gap-2 ${styles.tags}`} data-one-line={isOneLine || undefined}>
      {children}
    </span>
  )
}
