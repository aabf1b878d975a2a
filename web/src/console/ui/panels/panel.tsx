import { type ReactNode, useRef } from "react"
import "./panel.css"
import { useModal } from "./use-modal.ts"

interface Props {
  title: ReactNode
  onClose(): void
  children: ReactNode
}

/** A modal sheet at the side. Escape and a click outside close it. */
export function SidePanel({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog, (shown) => {
    // Focus the first empty required field; the dialog would focus its close button.
    const fields = [...shown.querySelectorAll<HTMLInputElement>("input[required], textarea[required]")]
    fields.find(({ value }) => value === "")?.focus()
  })
  return (
    <dialog
      ref={dialog}
      className="side-panel"
      aria-labelledby="side-panel-title"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div className="stack gap-5 one-column breaks">
        <header className="flex between gap-3 top">
          <h2 id="side-panel-title" dir="auto">
            {title}
          </h2>
          <button type="button" className="flat muted" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
