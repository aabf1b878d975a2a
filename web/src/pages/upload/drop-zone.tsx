import { type ChangeEvent, type DragEvent, useRef, useState } from "react"
import { Button } from "../../kit/button.tsx"
import styles from "./drop-zone.module.css"

interface Props {
  /** Whether the link accepts more files. */
  isOpen: boolean
  onFiles(files: File[]): void
}

/** Takes dropped or chosen files. */
export function DropZone({ isOpen, onFiles }: Props) {
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const over = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(isOver)
  }
  const drop = (event: DragEvent) => {
    over(false)(event)
    if (isOpen) onFiles([...event.dataTransfer.files])
  }
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])])
    // Otherwise choosing the same file again would fire no event.
    currentTarget.value = ""
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's alternative to the button.
    <div
      className={styles.zone}
      data-closed={!isOpen || undefined}
      data-over={(isOver && isOpen) || undefined}
      onDragEnter={over(true)}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={drop}
    >
      <span className={styles.hint}>{isOpen ? "Drop files here" : "File limit reached"}</span>
      <input ref={input} type="file" multiple hidden onChange={choose} aria-label="Files to send" />
      {isOpen && <Button onClick={() => input.current?.click()}>Choose files</Button>}
    </div>
  )
}
