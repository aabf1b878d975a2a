import { useState } from "react"
import { divide } from "../invisible.ts"

/** A text with its invisible characters marked. */
export function VisibleText({ text }: { text: string }) {
  return divide(text).map(({ text: part, isInvisible }, at) =>
    isInvisible ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts depend only on the text.
      <mark key={at} className="invisible" title="Invisible character">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

const shortText = 600

/** The same, folded if it is long. */
export function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > shortText
  return (
    <>
      <span className="value breaks" dir="auto">
        <VisibleText text={isLong && !isOpen ? text.slice(0, shortText) : text} />
        {isLong && !isOpen && "…"}
      </span>
      {isLong && (
        <button type="button" className="bare" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show less" : `Show all ${text.length.toLocaleString()} characters`}
        </button>
      )}
    </>
  )
}
