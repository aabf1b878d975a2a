import { type RefObject, useLayoutEffect } from "react"
import { currentRow } from "../rows.ts"

/**
 * Shows a dialog while its component is mounted. The focus returns to where it was. If that is gone, for example
 * because the dialog deleted the row, the focus goes to the row in its place.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, whenShown?: (dialog: HTMLDialogElement) => void) {
  // An effect that runs after the dialog has left the page could not return the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first `whenShown` is called.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return
    shown.showModal()
    whenShown?.(shown)
    return () => {
      shown.close()
      setTimeout(() => document.activeElement === document.body && currentRow()?.focus())
    }
  }, [])
}
