import { useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { pagesOf } from "../ask.ts"
import { SidePanel } from "../ui/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import styles from "./drive.module.css"
import { Icon } from "./icon.tsx"
import { useMoveEntries } from "./use-move-entries.ts"

/** Chooses the target folder of a move. */
export function MovePanel({ ids }: { ids: readonly string[] }) {
  const { search, go } = useAddress()
  const [folderId, look] = useState<string | null>(search.folder ?? null)
  const { data, error } = useInfiniteQuery(pagesOf("list-folder", folderId === null ? {} : { folderId }))
  const move = useMoveEntries()
  const answer = data?.pages[0]
  const close = () => go({ move: undefined })
  const name = answer?.way.at(-1)?.name ?? "Drive"
  return (
    <SidePanel title={ids.length === 1 ? "Move to folder" : `Move ${ids.length} items to folder`} onClose={close}>
      {error && <Refusal error={error} />}
      {answer && (
        <>
          <Breadcrumbs way={answer.way} onLook={look} />
          <Folders folders={answer.folders} moved={ids} onLook={look} />
          <div>
            <Button
              onClick={() => {
                move(ids, { id: folderId, name })
                close()
              }}
            >
              Move to {name}
            </Button>
          </div>
        </>
      )}
    </SidePanel>
  )
}

interface Folder {
  id: string
  name: string
}

interface BreadcrumbsProps {
  way: readonly Folder[]
  /** Shows a folder; null is the top of the drive. */
  onLook(id: string | null): void
}

function Breadcrumbs({ way, onLook }: BreadcrumbsProps) {
  return (
    <nav aria-label="Destination folder path">
      <ol className={styles.way}>
        {[{ id: null, name: "Drive" }, ...way].map((step) => (
          <li key={step.id ?? "top"}>
            <button type="button" onClick={() => onLook(step.id)}>
              <bdi>{step.name}</bdi>
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
