import type { RefusalData } from "../../../../server/src/contract/pages/page-form.ts"
import { Notice } from "../notice.tsx"

interface Props {
  refusal: RefusalData | null
  /** The fields that show their own refusal by `refusalAt`. */
  fields?: readonly string[]
}

/** Shows why the form was refused, unless a field shows it. */
export function FormRefusal({ refusal, fields = [] }: Props) {
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
