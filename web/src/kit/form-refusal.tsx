import { Notice } from "./notice.tsx"

/** Why the form was not taken, in place; nothing when it was not refused. */
export function FormRefusal({ refusal }: { refusal: { message: string; hint: string | null } | null }) {
  if (!refusal) return null
  return (
    <Notice tone="bad" title={refusal.message}>
      {refusal.hint}
    </Notice>
  )
}
