import { type DragEvent, useState } from "react"
import styles from "./drive.module.css"
import { useMoveEntries } from "./use-move-entries.ts"

/** The dragged ids; browsers hide the dragged data until the drop. */
let dragged: readonly string[] = []

interface Named {
  id: string
  name: string
}

/** Makes a row draggable: alone, or with all chosen rows. */
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

/** Shows a label beside the pointer. The browser takes its picture at once, so the label is removed right after. */
function showCount({ dataTransfer }: DragEvent, words: string): void {
  const label = document.createElement("output")
  label.className = styles.dragged ?? ""
  label.textContent = words
  document.body.append(label)
  dataTransfer.setDragImage(label, -12, -12)
  setTimeout(() => label.remove())
}

/** Makes folders, and the top of the drive, drop targets. Returns a function that makes a target's props. */
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
