import { Button } from "../../kit/button.tsx"
import { FolderChoice, useFolderChoice } from "../ui/files/folder-choice.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { DriveFolder } from "./drive-folder.tsx"
import { DriveTrash } from "./drive-trash.tsx"
import { FileSheet } from "./file-sheet.tsx"
import { SharePanel } from "./share-panel.tsx"
import { useMoveEntries } from "./use-move-entries.ts"

export function View() {
  const { search, go } = useAddress()
  return (
    <>
      {search.trash === "1" ? <DriveTrash /> : <DriveFolder />}
      {search.open && <FileSheet key={search.open} id={search.open} onClose={() => go({ open: undefined })} />}
      {search.share && <SharePanel key={search.share} id={search.share} onClose={() => go({ share: undefined })} />}
      {search.move && <MovePanel key={search.move} ids={search.move.split(",")} />}
    </>
  )
}

function MovePanel({ ids }: { ids: readonly string[] }) {
  const { search, go } = useAddress()
  const choice = useFolderChoice(search.folder ?? null)
  const move = useMoveEntries()
  const close = () => go({ move: undefined })
  return (
    <SidePanel title={ids.length === 1 ? "Move to folder" : `Move ${ids.length} items to folder`} onClose={close}>
      <FolderChoice choice={choice} moved={ids} />
      {choice.path && (
        <div>
          <Button
            onClick={() => {
              move(ids, choice)
              close()
            }}
          >
            Move to {choice.name}
          </Button>
        </div>
      )}
    </SidePanel>
  )
}
