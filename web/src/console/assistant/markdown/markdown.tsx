import { useMemo, useState } from "react"
import type { Cited } from "../../../../../server/src/contract/shown.ts"
import { withoutTricks } from "../invisible.ts"
import { Blocks } from "./draw.tsx"
import { nothingYet, readOn } from "./follow.ts"
import { CitedContext } from "./links.tsx"

/**
 * Renders the assistant's text, which is untrusted: no HTML, no pictures, and only the links that `link-rule.ts`
 * allows. While the text is streamed, only its end is parsed and rendered again.
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
