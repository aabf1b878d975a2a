import { useAddress } from "../ui/use-address.ts"
import { DriveFolder } from "./drive-folder.tsx"
import { DriveTrash } from "./drive-trash.tsx"
import { FileSheet } from "./file-sheet.tsx"
import { MovePanel } from "./move-panel.tsx"
import { SharePanel } from "./share-panel.tsx"

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
