import { useState } from "react"
import { divide } from "../invisible.ts"

/** A text as it is, with everything in it that nobody would see marked. */
export function VisibleText({ text }: { text: string }) {
  return divide(text).map(({ text: part, isInvisible }, at) =>
    isInvisible ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same text has the same parts.
      <mark key={at} className="invisible" title="A character that is not seen">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

const shortText = 600

/** The same, of which more than a screenful is folded: all of it can be looked at. */
export function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > shortText
  return (
    <>
      <span className="value" dir="auto">
        <VisibleText text={isLong && !isOpen ? text.slice(0, shortText) : text} />
        {isLong && !isOpen && "…"}
      </span>
      {isLong && (
        <button type="button" className="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show less" : `Show all ${text.length.toLocaleString()} characters`}
        </button>
      )}
    </>
  )
}
