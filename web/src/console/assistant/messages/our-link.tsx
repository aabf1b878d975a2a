import { useRouter } from "@tanstack/react-router"
import type { MouseEvent, ReactNode } from "react"

interface Props {
  /** The absolute path with its query. */
  path: string
  className?: string
  children: ReactNode
}

/** Links to a console page without a document load. */
export function OurLink({ path, className, children }: Props) {
  const { history } = useRouter()
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(path)
  }
  return (
    <a href={path} className={className} onClick={go}>
      {children}
    </a>
  )
}
