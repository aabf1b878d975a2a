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
  const drop = useDrop(onFile)
  return (
    <div className={`stack gap-2 muted ${styles.drop}`} {...drop}>
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
      <span>or drop a file here</span>
    </div>
  )
}

/** Attributes that take a dropped file: the mouse's alternative to the button. */
function useDrop(onFile: Props["onFile"]) {
  const [isOver, setOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return { "data-over": isOver || undefined, onDragOver, onDragLeave: () => setOver(false), onDrop }
}
