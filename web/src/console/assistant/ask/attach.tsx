import { useState } from "react"
import { createPortal } from "react-dom"
import { Button } from "../../../kit/button.tsx"
import { loadWhenShown } from "../../../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../../../kit/loading/ready.tsx"
import type { FoundDriveFile } from "../../ui/files/file-picker.tsx"
import { PickButton } from "../../ui/files/pick-button.tsx"
import { SidePanel } from "../../ui/panels/panel.tsx"
import type { Draft } from "./drafts.ts"

const FilePicker = loadWhenShown(async () => (await import("../../ui/files/file-picker.tsx")).FilePicker)

const mostFiles = 8

/** Picks drive files for a message. The message carries only their ids. */
export function Attach({ files, onChange }: { files: Draft["files"]; onChange(files: Draft["files"]): void }) {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState("")
  const isFull = files.length >= mostFiles
  const attach = ({ id, name }: { id: string; name: string }) => onChange([...files, { id, name }])
  const action = (file: FoundDriveFile) =>
    files.some(({ id }) => id === file.id) ? (
      "Attached"
    ) : (
      <PickButton verb="Attach" name={file.name} disabled={isFull} onClick={() => attach(file)} />
    )
  return (
    <>
      <Button size="sm" variant="subtle" disabled={isFull} onClick={() => setOpen(true)}>
        Attach
      </Button>
      {isOpen &&
        createPortal(
          <SidePanel title="Attach files" onClose={() => setOpen(false)}>
            <WhileLoading>
              <FilePicker search={{ words, onSearch: setWords }} action={action} upload={{ onUploaded: attach }} />
            </WhileLoading>
            <div>
              <Button onClick={() => setOpen(false)}>Done</Button>
            </div>
          </SidePanel>,
          document.body,
        )}
    </>
  )
}
