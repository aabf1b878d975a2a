import type { ReactNode } from "react"
import type { PageForm } from "../../../server/src/contract/pages/page-form.ts"

interface Props {
  form: PageForm
  /** Values that go along without being shown. */
  hidden?: Record<string, string>
  children: ReactNode
}

/** A form that the browser itself posts, with the token that shows it to be ours. `enhance/send-once.ts` sends it once. */
export function TokenForm({ form, hidden = {}, children }: Props) {
  return (
    <form method="post" action={form.action}>
      <HiddenFields fields={{ ...hidden, form_token: form.formToken }} />
      {children}
    </form>
  )
}

/** Values that go along with a form without being shown. */
export function HiddenFields({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
