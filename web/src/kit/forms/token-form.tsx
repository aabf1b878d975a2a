import type { ReactNode } from "react"
import type { PageForm, RefusalData } from "../../../../server/src/contract/pages/page-form.ts"
import { Notice } from "../notice.tsx"

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

interface FormRefusalProps {
  refusal: RefusalData | null
  /** The fields that show their own refusal by `refusalAt`. */
  fields?: readonly string[]
}

/** Shows why the form was refused, unless a field shows it. */
export function FormRefusal({ refusal, fields = [] }: FormRefusalProps) {
  if (!refusal || fields.includes(refusal.field ?? "")) return null
  return (
    <Notice tone="bad" title={refusal.message}>
      {refusal.hint}
    </Notice>
  )
}

/** The props of a field: the refusal and the focus if this field was refused; otherwise none. */
export function refusalAt(refusal: RefusalData | null, field: string): { error?: string; autoFocus?: true } {
  if (refusal?.field !== field) return {}
  return { error: [refusal.message, refusal.hint].filter(Boolean).join(" "), autoFocus: true }
}
