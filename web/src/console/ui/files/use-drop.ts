import { type DragEvent, useState } from "react"

/** The handlers of an element on which files are dropped, and whether some are over it. */
export function useDrop(onFiles: (dropped: DataTransfer) => void) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return
    event.preventDefault()
    setOver(true)
  }
  const handlers = {
    onDragEnter: over,
    onDragOver: over,
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDrop(event: DragEvent) {
      if (!event.dataTransfer.types.includes("Files")) return
      event.preventDefault()
      setOver(false)
      onFiles(event.dataTransfer)
    },
  }
  return { isOver, handlers }
}
