import { type DragEvent, useRef, useState } from "react"
import { Button } from "../../../kit/button.tsx"
import styles from "./file-drop.module.css"

interface Props {
  /** The kind of file, as the input's label: “A CSV file”. */
  label: string
  choose: string
  accept: string
  isBusy?: boolean
  onFile(file: File): void
}

/** Takes one file by a file dialog or a drop. */
export function FileDrop({ label, choose, accept, isBusy = false, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's alternative to the button.
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.[0]) onFile(currentTarget.files[0])
          // Otherwise choosing the same file again would fire no event.
          currentTarget.value = ""
        }}
      />
      <Button isBusy={isBusy} onClick={() => input.current?.click()}>
        {choose}
      </Button>
      <span>or drop one here</span>
    </div>
  )
}
