import { useQueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Refused } from "../../../api/call.ts"
import { newUuid } from "../../../api/uuid.ts"
import { type FoundFolder, fromDrop, fromInput } from "../../../kit/found-files.ts"
import { change } from "../../calls.ts"
import { toast } from "../../toast.ts"
import { Chooser } from "../../ui/files/chooser.tsx"
import { useDrop } from "../../ui/files/use-drop.ts"
import styles from "./take-files.module.css"
import { addUploads } from "./upload-store.ts"

export function ChooseFiles({ folderId }: { folderId: string | undefined }) {
  const take = useTake(folderId)
  return (
    <>
      <Chooser label="Upload folder" variant="default" isFolder onChosen={(files) => take(fromInput(files))} />
      <Chooser label="Upload files" variant="filled" onChosen={(files) => take(fromInput(files))} />
    </>
  )
}

/** Uploads the files and folders that are dropped on its children. */
export function DropTarget({ folderId, children }: { folderId: string | undefined; children: ReactNode }) {
  const take = useTake(folderId)
  // The dropped entries must be requested during the event; they can be read later.
  const { isOver, handlers } = useDrop((dropped) => take(fromDrop(dropped)))
  return (
    <div className={`stack gap-5 shrinks ${styles.target}`} data-over={isOver || undefined} {...handlers}>
      {children}
    </div>
  )
}

/** Uploads files to a folder, and first creates the folders that they were in. */
function useTake(
  folderId: string | undefined,
): (found: readonly FoundFolder[] | Promise<readonly FoundFolder[]>) => Promise<void> {
  const queries = useQueryClient()
  const arrived = () => {
    for (const read of ["list-folder", "get-storage"]) queries.invalidateQueries({ queryKey: [read] })
  }
  return async (coming) => {
    try {
      const found = await coming
      for (const { names, files } of found) {
        const inside = names.length === 0 ? folderId : await makeFolders(folderId, names)
        addUploads(files, inside, arrived)
      }
      if (found.some(({ names }) => names.length > 0)) arrived()
    } catch (error) {
      if (error instanceof Refused) return toast({ tone: "bad", title: error.message, text: error.hint })
      toast({ tone: "bad", title: "Could not read the files. Choose them again." })
    }
  }
}

async function makeFolders(parentId: string | undefined, names: string[]): Promise<string> {
  return (await change("make-folders", { parentId: parentId ?? null, names }, newUuid())).id
}
