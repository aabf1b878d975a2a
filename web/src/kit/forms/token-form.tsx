import type { ReactNode } from "react"
import type { PageForm } from "../../../../server/src/contract/pages/page-form.ts"

interface Props {
  form: PageForm
  /** Hidden values. */
  hidden?: Record<string, string>
  /** Only the server validates the fields: browsers refuse pasted addresses that it can read. */
  noValidate?: boolean
  children: ReactNode
}

/** A plain POST form with a CSRF token. `enhance/send-once.ts` prevents double submission. */
export function TokenForm({ form, hidden = {}, noValidate = false, children }: Props) {
  return (
    <form method="post" action={form.action} noValidate={noValidate}>
      <HiddenFields fields={{ ...hidden, form_token: form.formToken }} />
      {children}
    </form>
  )
}

export function HiddenFields({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
