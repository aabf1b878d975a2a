import { useState } from "react"
import { createPortal } from "react-dom"
import { Button } from "../../kit/button.tsx"
import { FilePicker, type FoundDriveFile, PickButton } from "../drive/file-picker.tsx"
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
  const action = ({ id, name }: FoundDriveFile) => {
    if (files.some((file) => file.id === id)) return "Attached"
    return <PickButton verb="Attach" name={name} disabled={isFull} onClick={() => onChange([...files, { id, name }])} />
  }
  return (
    <>
      <Button size="sm" variant="subtle" disabled={isFull} onClick={() => setOpen(true)}>
        Attach
      </Button>
      {isOpen &&
        createPortal(
          <SidePanel title="Attach files" onClose={() => setOpen(false)}>
            <FilePicker
              search={{ words, onSearch: setWords }}
              action={action}
              upload={{ onUploaded: ({ id, name }) => onChange([...files, { id, name }]) }}
            />
            <div>
              <Button onClick={() => setOpen(false)}>Done</Button>
            </div>
          </SidePanel>,
          document.body,
        )}
    </>
  )
}
