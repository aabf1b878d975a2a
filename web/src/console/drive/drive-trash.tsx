import { type AnswerOf, pagesOf } from "../ask.ts"
import { BackFromTrash } from "../ui/back-from-trash.tsx"
import { Icon } from "../ui/files/icon.tsx"
import { useList } from "../ui/list.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { ListTable, type TableColumn } from "../ui/table.tsx"
import { trashColumns } from "../ui/trash-columns.tsx"
import { useChange } from "../use-change.ts"
import styles from "./drive.module.css"
import { isFolderId } from "./entries.ts"

type Trashed = { id: string; name: string; folderPath: string; deletedAt: number }

const itemsOf = ({ folders, files }: AnswerOf<"list-drive-trash">): Trashed[] => [
  ...folders,
  ...files.map(({ id, name, folderPath, deletedAt }) => ({ id, name, folderPath, deletedAt: deletedAt ?? 0 })),
]

/** The trash. Restoring a folder also restores what was trashed with it. */
export function DriveTrash() {
  const list = useList(pagesOf("list-drive-trash", {}), itemsOf)
  const restore = useRestore()
  const columns: readonly TableColumn<Trashed>[] = [
    { title: "Name", width: "minmax(10rem, 2fr)", cell: Name },
    { title: "Location", width: "minmax(6rem, 1fr)", cell: ({ folderPath }) => <bdi>{folderPath}</bdi>, isWide: true },
    ...trashColumns<Trashed>({ nameOf: ({ name }) => name, onTakeBack: restore }),
  ]
  return (
    <Frame title="Trash" below="Deleted permanently after 30 days." actions={<BackFromTrash to="drive" />}>
      <ListTable
        label="Files and folders in the trash"
        columns={columns}
        list={list}
        empty={<Empty title="Trash is empty" />}
      />
    </Frame>
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
  const makesStale = ["list-folder", "list-drive-trash", "get-file"] as const
  const file = useChange("restore-file", {
    makesStale,
    atOnce: ({ id }, edit) =>
      edit("list-drive-trash", (answer) => ({ ...answer, files: answer.files.filter((one) => one.id !== id) })),
  })
  const folder = useChange("restore-folder", {
    makesStale,
    atOnce: ({ id }, edit) =>
      edit("list-drive-trash", (answer) => ({ ...answer, folders: answer.folders.filter((one) => one.id !== id) })),
  })
  return (id) => (isFolderId(id) ? folder : file).mutate({ id })
}
