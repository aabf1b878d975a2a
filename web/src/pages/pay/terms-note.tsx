/** Links to the terms, below the button that accepts them. */
export function TermsNote() {
  return (
    <p className="muted smaller centered">
      The seller’s <a href="#terms">terms</a> apply.
    </p>
  )
}
