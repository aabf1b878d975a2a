import type { ReactNode } from "react"

/** A vertical stack of fields and buttons. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="stack gap-4">{children}</div>
}
