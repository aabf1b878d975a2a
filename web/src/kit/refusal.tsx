import { Notice } from "./notice.tsx"

export function Refusal({ error }: { error: Error & { hint?: string | undefined } }) {
  return (
    <Notice tone="bad" title={error.message}>
      {error.hint}
    </Notice>
  )
}
