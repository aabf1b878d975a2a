import { type ReactNode, useRef } from "react"
import styles from "./panel.module.css"
import { useModal } from "./use-modal.ts"

/** A modal sheet at the side. Escape and a click outside close it. */
export function SidePanel({ title, onClose, children }: { title: ReactNode; onClose(): void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog, (shown) => {
    // Focus the first empty required field; the dialog would focus its close button.
    const fields = [...shown.querySelectorAll<HTMLInputElement>("input[required], textarea[required]")]
    fields.find(({ value }) => value === "")?.focus()
  })
  return (
    <dialog
      ref={dialog}
      className={styles.panel}
      aria-labelledby="side-panel-title"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div className={styles.inside}>
        <header className={styles.head}>
          <h2 id="side-panel-title" dir="auto">
            {title}
          </h2>
          <button type="button" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
