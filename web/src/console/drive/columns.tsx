import { Link } from "@tanstack/react-router"
import { useHouse } from "../../kit/house.tsx"
import { formatBytes } from "../../kit/size.ts"
import { Icon } from "../ui/files/icon.tsx"
import { type TableColumn, textColumn, timeColumn } from "../ui/lists/columns.tsx"
import styles from "./drive.module.css"
import type { DriveEntry } from "./entries.ts"

export function driveColumns({ isSearch }: { isSearch: boolean }): readonly TableColumn<DriveEntry>[] {
  return [
    { title: "Name", sort: "name", width: "minmax(10rem, 3fr)", cell: (entry) => <Name entry={entry} /> },
    ...(isSearch ? [textColumn<DriveEntry>("Location", ({ folderPath }) => folderPath)] : []),
    {
      title: "Size",
      sort: "-size_bytes",
      width: "6rem",
      cell: ({ file }) => file && <Size bytes={file.sizeBytes} />,
      isNumber: true,
    },
    timeColumn("Updated", ({ at }) => at, { sort: "-updated_at" }),
  ]
}

function Name({ entry: { kind, id, name, isShared } }: { entry: DriveEntry }) {
  const search = kind === "folder" ? { folder: id } : (now: object) => ({ ...now, open: id })
  return (
    <span className="flex middle gap-3 shrinks">
      <Link className={styles.name ?? ""} to="/drive" search={search as never} draggable={false}>
        <Icon kind={kind} />
        <bdi>{name}</bdi>
      </Link>
      {isShared && <span className={styles.shared}>Shared</span>}
    </span>
  )
}

export function Size({ bytes }: { bytes: number }) {
  return formatBytes(bytes, useHouse().locale)
}
