export function NoModel() {
  return (
    <p className="no-model">
      <strong>No model is connected.</strong> Type <kbd>/help</kbd> to see available commands.
    </p>
  )
}
