import { stale, useChange } from "../ask.ts"
import { toast } from "../toast.ts"
import { isFolderId } from "./entries.ts"

type Named = { id: string; name: string }

/** Trashes files and folders optimistically; a toast offers to undo it. */
export function useTrashEntries(): (entries: readonly Named[]) => void {
  const restoreFile = useChange("restore-file", { makesStale: stale.trash })
  const restoreFolder = useChange("restore-folder", { makesStale: stale.trash })
  const trashFile = useChange("trash-file", {
    makesStale: stale.trash,
    atOnce: ({ id }, edit) =>
      edit("list-folder", (answer) => ({ ...answer, files: answer.files.filter((file) => file.id !== id) })),
  })
  const trashFolder = useChange("trash-folder", {
    makesStale: stale.trash,
    atOnce: ({ id }, edit) =>
      edit("list-folder", (answer) => ({ ...answer, folders: answer.folders.filter((folder) => folder.id !== id) })),
  })
  return (entries) => {
    for (const { id } of entries) (isFolderId(id) ? trashFolder : trashFile).mutate({ id })
    const [only] = entries
    toast({
      title: entries.length === 1 && only ? `“${only.name}” moved to trash` : `${entries.length} items moved to trash`,
      action: {
        label: "Undo",
        run: () => {
          for (const { id } of entries) (isFolderId(id) ? restoreFolder : restoreFile).mutate({ id })
        },
      },
    })
  }
}
