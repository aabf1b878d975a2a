import { useChange } from "../ask.ts"
import { toast } from "../toast.ts"
import { isFolderId } from "./entries.ts"

const makesStale = ["list-folder", "list-drive-trash", "get-file"] as const

type Named = { id: string; name: string }

/** Trashes files and folders optimistically; a toast offers to undo it. */
export function useTrashEntries(): (entries: readonly Named[]) => void {
  const restoreFile = useChange("restore-file", { makesStale })
  const restoreFolder = useChange("restore-folder", { makesStale })
  const trashFile = useChange("trash-file", {
    makesStale,
    atOnce: ({ id }, edit) =>
      edit("list-folder", (answer) => ({ ...answer, files: answer.files.filter((file) => file.id !== id) })),
  })
  const trashFolder = useChange("trash-folder", {
    makesStale,
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
