import { Notice } from "../../kit/notice.tsx"
import { useMayBeOld } from "./standing.ts"

/** Says that changes may be missing on the page, while it hears of none. */
export function MayBeOld() {
  if (!useMayBeOld()) return null
  return (
    <Notice tone="note" title="This page may be out of date">
      The connection is interrupted. Changes appear once it is back.
    </Notice>
  )
}
