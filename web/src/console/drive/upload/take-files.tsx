import { useQueryClient } from "@tanstack/react-query"
import { type DragEvent, type ReactNode, useRef, useState } from "react"
import { newUuid } from "../../../api/uuid.ts"
import { Button } from "../../../kit/button.tsx"
import { change } from "../../ask.ts"
import { toast } from "../../ui/toast.ts"
import { type Found, fromDrop, fromInput } from "./found-files.ts"
import styles from "./take-files.module.css"
import { addUploads } from "./upload-store.ts"

/** Chooses files to send to a folder. */
export function ChooseFiles({ folderId }: { folderId: string | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  const take = useTake(folderId)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to send"
        onChange={({ currentTarget }) => {
          take(fromInput(currentTarget.files))
          // The same file may be chosen again.
          currentTarget.value = ""
        }}
      />
      <Button onClick={() => input.current?.click()}>Upload files</Button>
    </>
  )
}

/** Takes the files and folders that are dropped on what stands in it. */
export function DropTarget({ folderId, children }: { folderId: string | undefined; children: ReactNode }) {
  const [isOver, setOver] = useState(false)
  const take = useTake(folderId)
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return
    event.preventDefault()
    setOver(true)
  }
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    // What was dropped can be asked for now only, and read later.
    take(await fromDrop(event.dataTransfer))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a mouse's way to do what the button does.
    <div
      className={styles.target}
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
    >
      {children}
    </div>
  )
}

/** Sends what was found to a folder; the folders it lay in are made first. */
function useTake(folderId: string | undefined): (found: readonly Found[]) => Promise<void> {
  const queries = useQueryClient()
  const arrived = () => {
    for (const read of ["list-folder", "get-storage"]) queries.invalidateQueries({ queryKey: [read] })
  }
  return async (found) => {
    try {
      for (const { names, files } of found) {
        const inside = names.length === 0 ? folderId : await makeFolders(folderId, names)
        addUploads(files, inside, arrived)
      }
      if (found.some(({ names }) => names.length > 0)) arrived()
    } catch (error) {
      toast({ tone: "bad", title: (error as Error).message })
    }
  }
}

async function makeFolders(parentId: string | undefined, names: string[]): Promise<string> {
  return (await change("make-folders", { parentId: parentId ?? null, names }, newUuid())).id
}
