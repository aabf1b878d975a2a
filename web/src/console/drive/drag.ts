import { type DragEvent, useState } from "react"
import styles from "./drive.module.css"
import { useMoveEntries } from "./use-move-entries.ts"

/** What is dragged now; browsers do not tell before it is dropped. */
let dragged: readonly string[] = []

interface Named {
  id: string
  name: string
}

/** Makes a row something to drag: it, or with it all that are chosen. */
export function dragOf({ id, name }: Named, chosen: ReadonlySet<string>) {
  return {
    draggable: true,
    onDragStart(event: DragEvent) {
      dragged = chosen.has(id) ? [...chosen] : [id]
      event.dataTransfer.effectAllowed = "move"
      event.dataTransfer.setData("text/plain", name)
      showCount(event, dragged.length === 1 ? name : `${dragged.length} files and folders`)
    },
    onDragEnd() {
      dragged = []
    },
  }
}

/** Beside the pointer stands what is dragged. The browser takes its picture at once. */
function showCount({ dataTransfer }: DragEvent, words: string): void {
  const label = document.createElement("output")
  label.className = styles.dragged ?? ""
  label.textContent = words
  document.body.append(label)
  dataTransfer.setDragImage(label, -12, -12)
  setTimeout(() => label.remove())
}

/** Makes folders, and the top of the drive, places to drop what is dragged. `dropOn` answers what a place needs. */
export function useDropOn(onMoved: () => void = () => {}) {
  const [over, setOver] = useState<string>()
  const move = useMoveEntries()
  return (to: { id: string | null; name: string }) => {
    const key = to.id ?? "top"
    const mark = (event: DragEvent) => {
      if (dragged.length === 0 || dragged.includes(key)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = "move"
      setOver(key)
    }
    return {
      "data-over": over === key || undefined,
      onDragEnter: mark,
      onDragOver: mark,
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(undefined)
      },
      onDrop(event: DragEvent) {
        setOver(undefined)
        if (dragged.length === 0 || dragged.includes(key)) return
        event.preventDefault()
        move(dragged, to)
        dragged = []
        onMoved()
      },
    }
  }
}
