import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useRef } from "react"
import { Refused } from "../../../api/call.ts"
import { newUuid } from "../../../api/uuid.ts"
import { Button } from "../../../kit/button.tsx"
import { type FoundFolder, fromDrop, fromInput } from "../../../kit/found-files.ts"
import { change } from "../../ask.ts"
import { toast } from "../../ui/toast.ts"
import styles from "./take-files.module.css"
import { addUploads } from "./upload-store.ts"
import { useDrop } from "./use-drop.ts"

export function ChooseFiles({ folderId }: { folderId: string | undefined }) {
  const take = useTake(folderId)
  return (
    <>
      <Chooser label="Upload folder" variant="default" isFolder onChosen={(files) => take(fromInput(files))} />
      <Chooser label="Upload files" variant="filled" onChosen={(files) => take(fromInput(files))} />
    </>
  )
}

interface ChooserProps {
  label: string
  variant: "default" | "filled"
  isFolder?: boolean
  isMany?: boolean
  isBusy?: boolean
  accept?: string
  onChosen(files: FileList | null): void
}

export function Chooser({
  label,
  variant,
  isFolder = false,
  isMany = true,
  isBusy = false,
  accept = "",
  onChosen,
}: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className={isFolder ? styles.ofFolder : undefined}>
      <input
        ref={input}
        type="file"
        multiple={isMany}
        accept={accept || undefined}
        {...(isFolder && { webkitdirectory: "" })}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          onChosen(currentTarget.files)
          // Otherwise choosing the same file again would fire no event.
          currentTarget.value = ""
        }}
      />
      <Button variant={variant} isBusy={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </span>
  )
}

/** Uploads the files and folders that are dropped on its children. */
export function DropTarget({ folderId, children }: { folderId: string | undefined; children: ReactNode }) {
  const take = useTake(folderId)
  // The dropped entries must be requested during the event; they can be read later.
  const { isOver, handlers } = useDrop((dropped) => take(fromDrop(dropped)))
  return (
    <div className={styles.target} data-over={isOver || undefined} {...handlers}>
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
