/** Shown above the text field where only the built-in commands answer. */
export function CommandsOnly() {
  return (
    <p className="no-model">
      <strong>No model is connected.</strong> Type <kbd>/help</kbd> to see available commands.
    </p>
  )
}
