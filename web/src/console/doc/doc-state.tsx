import type { OpenDoc } from "./collaboration/open-doc.ts"
import { useDocState } from "./use-open-doc.ts"
import styles from "./view.module.css"

/** The saving state in words. Only being offline is announced to screen readers. */
export function DocStateWords({ open }: { open: OpenDoc }) {
  const { isOnline, isSaved, isPending, isPendingElsewhere, isPersisted, isLoaded, mayWrite, end } = useDocState(open)
  if (end) return null
  if (!isOnline) {
    return (
      <span role="status" className={styles.state}>
        {isLoaded ? offlineWords(isPersisted, mayWrite) : "Connecting…"}
      </span>
    )
  }
  if (!mayWrite) return <span className={styles.state}>Read-only</span>
  if (!isSaved) return <span className={styles.state}>Saving…</span>
  return (
    <span className={styles.state}>{isPending || isPendingElsewhere ? "Unsaved changes in another tab" : "Saved"}</span>
  )
}

function offlineWords(isPersisted: boolean, mayWrite: boolean): string {
  if (!mayWrite) return "Offline"
  return isPersisted
    ? "You're offline. Changes are saved in this browser."
    : "You're offline. Keep this page open to save changes."
}
