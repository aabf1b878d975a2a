import { useRouter } from "@tanstack/react-router"
import type { MouseEvent, ReactNode } from "react"

interface Props {
  /** From the root, with what is searched for. */
  path: string
  className?: string
  children: ReactNode
}

/** Leads to a page of the console without loading the document anew. */
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
