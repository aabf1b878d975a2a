import { Notice } from "./notice.tsx"

/** A refusal of the service, with what the reader can do about it. */
export function Refusal({ error }: { error: Error & { hint?: string | undefined } }) {
  return (
    <Notice tone="bad" title={error.message}>
      {error.hint}
    </Notice>
  )
}
