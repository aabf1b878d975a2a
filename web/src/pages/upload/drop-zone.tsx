import { type ChangeEvent, type DragEvent, useRef, useState } from "react"
import { Button } from "../../kit/button.tsx"
import { type FoundFolder, fromDrop, fromInput } from "../../kit/found-files.ts"
import styles from "./drop-zone.module.css"

interface Props {
  /** Whether the link accepts more files. */
  isOpen: boolean
  onFiles(found: FoundFolder[]): void
}

/** Takes dropped or chosen files and folders. */
export function DropZone({ isOpen, onFiles }: Props) {
  const [isOver, setIsOver] = useState(false)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const over = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(isOver)
  }
  const drop = (event: DragEvent) => {
    over(false)(event)
    if (!isOpen) return
    setIsUnreadable(false)
    fromDrop(event.dataTransfer).then(onFiles, () => setIsUnreadable(true))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's alternative to the buttons.
    <div
      className={`stack gap-4 sunken centered ${styles.zone}`}
      data-closed={!isOpen || undefined}
      data-over={(isOver && isOpen) || undefined}
      onDragEnter={over(true)}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={drop}
    >
      <span className={styles.hint}>{isOpen ? "Drop files or folders here" : "File limit reached"}</span>
      {isUnreadable && <span role="alert">The files couldn’t be read. Choose them again.</span>}
      <span className={`wrap gap-3 ${styles.choices}`}>
        <Choice label="Choose files" {...{ isOpen, onFiles }} />
        <Choice label="Choose folder" isFolder {...{ isOpen, onFiles }} />
      </span>
    </div>
  )
}

interface ChoiceProps extends Props {
  label: string
  isFolder?: boolean
}

function Choice({ label, isFolder = false, isOpen, onFiles }: ChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles(fromInput(currentTarget.files))
    // Otherwise choosing the same file again would fire no event.
    currentTarget.value = ""
  }
  return (
    <span className={isFolder ? styles.folder : undefined}>
      <input
        ref={input}
        type="file"
        multiple
        {...(isFolder && { webkitdirectory: "" })}
        hidden
        onChange={choose}
        aria-label={isFolder ? "Folder to send" : "Files to send"}
      />
      {isOpen && (
        <Button variant={isFolder ? "default" : "filled"} onClick={() => input.current?.click()}>
          {label}
        </Button>
      )}
    </span>
  )
}
