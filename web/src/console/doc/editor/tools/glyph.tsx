/** An SVG path in a square of 16, or letters. The control's label names it. */
export function Glyph({ of }: { of: string }) {
  if (of.length < 3) return <span aria-hidden="true">{of}</span>
  return (
    <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
      <path d={of} />
    </svg>
  )
}
