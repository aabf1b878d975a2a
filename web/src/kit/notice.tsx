import type { ReactNode } from "react"
import styles from "./notice.module.css"

interface Props {
  tone: "good" | "bad" | "note"
  title: string
  children?: ReactNode
}

/** Something that happened, in place: said aloud at once when it went wrong. */
export function Notice({ tone, title, children }: Props) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      <strong>{title}</strong>
      {children && <div>{children}</div>}
    </div>
  )
}
