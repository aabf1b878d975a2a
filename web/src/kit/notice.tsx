import type { ReactNode } from "react"
import styles from "./notice.module.css"

interface Props {
  tone: "good" | "bad" | "note"
  title: string
  children?: ReactNode
}

/** An inline message. Screen readers announce a bad one at once. */
export function Notice({ tone, title, children }: Props) {
  return (
    <div
      className={`stack gap-1 small breaks ${styles.notice}`}
      data-tone={tone}
      role={tone === "bad" ? "alert" : "status"}
    >
      <strong>{title}</strong>
      {children && <div>{children}</div>}
    </div>
  )
}

export function Refusal({ error }: { error: Error & { hint?: string | undefined } }) {
  return (
    <Notice tone="bad" title={error.message}>
      {error.hint}
    </Notice>
  )
}
