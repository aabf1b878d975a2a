import type { OpenDoc } from "./collaboration/open-doc.ts"
import { useDocState } from "./use-open-doc.ts"
import styles from "./view.module.css"

/** The saving state in words. Only being offline is announced to screen readers. */
export function DocStateWords({ open }: { open: OpenDoc }) {
  const { isOnline, isSaved, isOwed, isOwedElsewhere, isKept, isLoaded, mayWrite, end } = useDocState(open)
  if (end) return null
  if (!isOnline) {
    return (
      <span role="status" className={styles.state}>
        {isLoaded ? offlineWords(isKept, mayWrite) : "Connecting…"}
      </span>
    )
  }
  if (!mayWrite) return <span className={styles.state}>Read-only</span>
  if (!isSaved) return <span className={styles.state}>Saving…</span>
  return <span className={styles.state}>{isOwed || isOwedElsewhere ? "Unsaved changes in another tab" : "Saved"}</span>
}

function offlineWords(isKept: boolean, mayWrite: boolean): string {
  if (!mayWrite) return "Offline"
  return isKept
    ? "You're offline. Changes are saved in this browser."
    : "You're offline. Keep this page open to save changes."
}
