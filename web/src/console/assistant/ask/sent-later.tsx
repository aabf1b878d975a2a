/** Below a message that was sent without a connection. */
export function SentLater() {
  return (
    <p className="quiet" role="status">
      You're offline. Your message will be sent when you reconnect. Keep this page open.
    </p>
  )
}
