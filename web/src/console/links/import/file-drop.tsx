import { type DragEvent, useRef, useState } from "react"
import { Button } from "../../../kit/button.tsx"
import styles from "./import-panel.module.css"

/** Takes one CSV file, chosen or dropped. */
export function FileDrop({ onFile }: { onFile(file: File): void }) {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a mouse's way to do what the button does.
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
        accept=".csv,.tsv,.txt,text/csv"
        hidden
        aria-label="A CSV file"
        onChange={({ currentTarget: { files } }) => files?.[0] && onFile(files[0])}
      />
      <Button onClick={() => input.current?.click()}>Choose a CSV file</Button>
      <span>or drop one here</span>
    </div>
  )
}
