import type { ReactNode } from "react"
import styles from "./tag.module.css"

interface Props {
  name: string
  /** What a press does, for those who do not see it. */
  does: string
  /** A sign behind the name. */
  mark?: string
  onPress(): void
}

/** A tag of a link, and what a press on it does. */
export function Tag({ name, does, mark, onPress }: Props) {
  return (
    <button type="button" className={styles.tag} aria-label={does} title={does} onClick={onPress}>
      <bdi>{name}</bdi>
      {mark && <span aria-hidden="true">{mark}</span>}
    </button>
  )
}

/** Tags in a line, or in several where there is room. */
export function Tags({ isOneLine = false, children }: { isOneLine?: boolean; children: ReactNode }) {
  return (
    <span className={styles.tags} data-one-line={isOneLine || undefined}>
      {children}
    </span>
  )
}
