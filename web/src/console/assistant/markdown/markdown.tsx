import { useMemo, useState } from "react"
import type { Cited } from "../../../../../server/src/contract/shown.ts"
import { withoutTricks } from "../invisible.ts"
import { Blocks } from "./draw.tsx"
import { nothingYet, readOn } from "./follow.ts"
import { CitedContext } from "./links.tsx"

/**
 * A text of the assistant, which is hostile until proven otherwise: no HTML, no pictures, and links only where
 * `link-rule.ts` lets them be. While it grows, only its end is read and drawn again.
 */
export function Markdown({ text, cited }: { text: string; cited: readonly Cited[] }) {
  const [read, setRead] = useState(nothingYet)
  const plain = useMemo(() => withoutTricks(text), [text])
  const now = readOn(read, plain)
  if (now !== read) setRead(now)
  return (
    <CitedContext value={cited}>
      <Blocks blocks={[...now.finished, ...now.open]} />
    </CitedContext>
  )
}
