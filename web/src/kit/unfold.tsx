import type { ReactNode } from "react"
import "./unfold.css"

interface Props {
  /** The text of the toggle. */
  label: string
  /** The thing that it is about, for screen readers. */
  about: string
  children: ReactNode
}

/** A confirmation step that is folded at first, for example before a deletion. */
export function Unfold({ label, about, children }: Props) {
  return (
    <details className="unfold">
      <summary className="framed small strong" aria-label={`${label}: ${about}`}>
        {label}
      </summary>
      <div className="indented stack starts gap-3">{children}</div>
    </details>
  )
}
