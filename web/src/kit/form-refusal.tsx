import type { RefusalData } from "../../../server/src/contract/pages/page-form.ts"
import { Notice } from "./notice.tsx"

interface Props {
  refusal: RefusalData | null
  /** The fields that show their refusals themselves, with `refusalAt`. */
  fields?: readonly string[]
}

/** Why the form was not taken, in place; nothing when it was not refused, or when a field says so. */
export function FormRefusal({ refusal, fields = [] }: Props) {
  if (!refusal || fields.includes(refusal.field ?? "")) return null
  return (
    <Notice tone="bad" title={refusal.message}>
      {refusal.hint}
    </Notice>
  )
}

/** What a field is drawn with when it is the one that was refused: why, and the focus. Otherwise nothing. */
export function refusalAt(refusal: RefusalData | null, field: string): { error?: string; autoFocus?: true } {
  if (refusal?.field !== field) return {}
  return { error: [refusal.message, refusal.hint].filter(Boolean).join(" "), autoFocus: true }
}
