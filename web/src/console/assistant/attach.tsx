import { useState } from "react"
import { createPortal } from "react-dom"
import { Button } from "../../kit/button.tsx"
import { FilePicker } from "../drive/file-picker.tsx"
import { SidePanel } from "../ui/panel.tsx"
import type { Draft } from "./drafts.ts"

interface Props {
  files: Draft["files"]
  onChange(files: Draft["files"]): void
}

const mostFiles = 8

/** Picks drive files for a message. The message carries only their ids. */
export function Attach({ files, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState("")
  const isFull = files.length >= mostFiles
  return (
    <>
      <Button size="sm" variant="subtle" disabled={isFull} onClick={() => setOpen(true)}>
        Attach
      </Button>
      {isOpen &&
        createPortal(
          <SidePanel title="Attach files of the drive" onClose={() => setOpen(false)}>
            <FilePicker
              search={{ words, onSearch: setWords }}
              action={({ id, name }) =>
                files.some((file) => file.id === id) ? (
                  "Attached"
                ) : (
                  <Button
                    size="sm"
                    variant="default"
                    aria-label={`Attach ${name}`}
                    disabled={isFull}
                    onClick={() => onChange([...files, { id, name }])}
                  >
                    Attach
                  </Button>
                )
              }
            >
              Put a file into the drive to ask about it here.
            </FilePicker>
            <div>
              <Button onClick={() => setOpen(false)}>Done</Button>
            </div>
          </SidePanel>,
          document.body,
        )}
    </>
  )
}
