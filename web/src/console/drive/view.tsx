import { Button } from "../../kit/button.tsx"
import { stale, useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { FolderChoice, useFolderChoice } from "../ui/files/folder-choice.tsx"
import { Icon } from "../ui/files/icon.tsx"
import { type TableColumn, textColumn } from "../ui/lists/columns.tsx"
import { ListFrame } from "../ui/lists/list-frame.tsx"
import { trashColumns, trashHead } from "../ui/lists/trash.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty } from "../ui/page.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import styles from "./drive.module.css"
import { DriveFolder } from "./drive-folder.tsx"
import { isFolderId } from "./entries.ts"
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

type Trashed = { id: string; name: string; folderPath: string; deletedAt: number }

const itemsOf = ({ folders, files }: AnswerOf<"list-drive-trash">): Trashed[] => [
  ...folders,
  ...files.map(({ id, name, folderPath, deletedAt }) => ({ id, name, folderPath, deletedAt: deletedAt ?? 0 })),
]

/** The trash. Restoring a folder also restores what was trashed with it. */
function DriveTrash() {
  const list = useList("list-drive-trash", {}, { itemsOf })
  const restore = useRestore()
  const columns: readonly TableColumn<Trashed>[] = [
    { title: "Name", width: "minmax(10rem, 2fr)", cell: Name },
    textColumn("Location", ({ folderPath }) => folderPath, { width: "minmax(6rem, 1fr)" }),
    ...trashColumns<Trashed>({ nameOf: ({ name }) => name, onTakeBack: restore }),
  ]
  return (
    <ListFrame
      {...trashHead("drive")}
      label="Files and folders in the trash"
      columns={columns}
      list={list}
      empty={<Empty title="Trash is empty" />}
    />
  )
}

function Name({ id, name }: Trashed) {
  return (
    <span className={styles.name}>
      <Icon kind={isFolderId(id) ? "folder" : "file"} />
      <bdi>{name}</bdi>
    </span>
  )
}

function useRestore(): (id: string) => void {
  const file = useChange("restore-file", {
    makesStale: stale.trash,
    atOnce: ({ id }, edit) =>
      edit("list-drive-trash", (answer) => ({ ...answer, files: answer.files.filter((one) => one.id !== id) })),
  })
  const folder = useChange("restore-folder", {
    makesStale: stale.trash,
    atOnce: ({ id }, edit) =>
      edit("list-drive-trash", (answer) => ({ ...answer, folders: answer.folders.filter((one) => one.id !== id) })),
  })
  return (id) => (isFolderId(id) ? folder : file).mutate({ id })
}
