export function NoModel() {
  return (
    <p className="no-model">
      <strong>No model is connected.</strong> The assistant understands a dozen plain sentences, word for word: type{" "}
      <kbd>/help</kbd> to see them. Whoever runs the service can connect a model.
    </p>
  )
}
