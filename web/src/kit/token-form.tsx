import { type FormEvent, type ReactNode, useEffect, useRef } from "react"
import type { PageData } from "../page-data.ts"

type PageForm = PageData["sign-in"]["form"]

interface Props {
  form: PageForm
  /** Values that go along without being shown. */
  hidden?: Record<string, string>
  children: ReactNode
}

/** A form that the browser itself posts, once, with the token that shows it to be ours. */
export function TokenForm({ form, hidden = {}, children }: Props) {
  const onSubmit = useOnce()
  return (
    <form method="post" action={form.action} onSubmit={onSubmit}>
      {Object.entries({ ...hidden, form_token: form.formToken }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}

/** Lets a second press pass by while the first is answered; a page that comes back from the history begins anew. */
function useOnce(): (event: FormEvent) => void {
  const isSent = useRef(false)
  useEffect(() => {
    const begin = () => {
      isSent.current = false
    }
    window.addEventListener("pageshow", begin)
    return () => window.removeEventListener("pageshow", begin)
  }, [])
  return (event) => {
    if (isSent.current) event.preventDefault()
    isSent.current = true
  }
}
