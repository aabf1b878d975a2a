import { Notice } from "../../kit/notice.tsx"
import { useMayBeOld } from "./standing.ts"

/** Warns that the page may be out of date while the live connection is interrupted. */
export function MayBeOld() {
  if (!useMayBeOld()) return null
  return (
    <Notice tone="note" title="This page may be out of date">
      We're reconnecting.
    </Notice>
  )
}
