import { useInfiniteQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { Refusal } from "../../kit/refusal.tsx"
import { pagesOf } from "../ask.ts"
import styles from "./drive.module.css"
import { Icon } from "./icon.tsx"

interface Folder {
  id: string
  name: string
}

/** The state of a choice of a folder, which begins at `start`; null is the top of the drive. */
export function useFolderChoice(start: string | null) {
  const [id, look] = useState(start)
  const { data, error } = useInfiniteQuery(pagesOf("list-folder", id === null ? {} : { folderId: id }))
  const answer = data?.pages[0]
  const way = answer?.way ?? []
  return {
    id,
    look,
    error,
    way,
    folders: answer?.folders,
    name: way.at(-1)?.name ?? "Drive",
    /** Such as `/Clients/Bo`; undefined while the folder is loading. */
    path: answer && `/${way.map(({ name }) => name).join("/")}`,
  }
}

interface Props {
  choice: ReturnType<typeof useFolderChoice>
  /** These cannot be chosen: they are moved. */
  moved?: readonly string[]
}

/** Chooses a folder: the path leads up, and the list down. */
export function FolderChoice({ choice: { way, look, error, folders }, moved = [] }: Props) {
  return (
    <>
      <FolderPath way={way} onLook={look} />
      {error && <Refusal error={error} />}
      {folders && <Folders folders={folders} moved={moved} onLook={look} />}
    </>
  )
}

interface PathProps {
  way: readonly Folder[]
  onLook(id: string | null): void
}

function FolderPath({ way, onLook }: PathProps) {
  const last = useRef<HTMLButtonElement>(null)
  const current = way.at(-1)?.id ?? null
  const shown = useRef(current)
  // The pressed folder is gone, so its name in the path receives the focus.
  useEffect(() => {
    if (shown.current !== current && document.activeElement?.matches("body, dialog")) last.current?.focus()
    shown.current = current
  }, [current])
  return (
    <nav aria-label="Folder path">
      <ol className={styles.way}>
        {[{ id: null, name: "Drive" }, ...way].map(({ id, name }) => (
          <li key={id ?? "top"}>
            <button
              ref={id === current ? last : undefined}
              type="button"
              aria-current={id === current || undefined}
              onClick={() => onLook(id)}
            >
              <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface FoldersProps {
  folders: readonly Folder[]
  moved: readonly string[]
  onLook(id: string): void
}

function Folders({ folders, moved, onLook }: FoldersProps) {
  return (
    <ul className={styles.choices}>
      {folders.map(({ id, name }) => (
        <li key={id}>
          <button type="button" disabled={moved.includes(id)} onClick={() => onLook(id)}>
            <Icon kind="folder" />
            <bdi>{name}</bdi>
          </button>
        </li>
      ))}
      {folders.length === 0 && (
        <li>
          <p>No folders</p>
        </li>
      )}
    </ul>
  )
}
