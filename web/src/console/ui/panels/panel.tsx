import { type ComponentProps, type ReactNode, useRef } from "react"
import { Button } from "../../../kit/button.tsx"
import { useAddress } from "../use-address.ts"
import "./panel.css"
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

interface Props {
  /** The name in the address that opens it, as `by=1`, or with another value. */
  by: string
  is?: string
  title: string
  /** Other names in the address that belong to the panel. */
  with?: readonly string[]
  children(close: () => void): ReactNode
}

export function AddressPanel({ by, is = "1", title, with: others = [], children }: Props) {
  const { search, go } = useAddress()
  const close = () => go(Object.fromEntries([by, ...others].map((name) => [name, undefined])))
  return (
    search[by] === is && (
      <SidePanel title={title} onClose={close}>
        {children(close)}
      </SidePanel>
    )
  )
}

interface AddressButtonProps extends Pick<ComponentProps<typeof Button>, "size" | "variant" | "aria-label"> {
  label: string
  /** The changes of the address, as `go` takes them. */
  to: Readonly<Record<string, string | undefined>>
}

export function AddressButton({ label, to, ...look }: AddressButtonProps) {
  const { go } = useAddress()
  return (
    <Button {...look} onClick={() => go(to)}>
      {label}
    </Button>
  )
}
