import type { ReactNode } from "react"
import styles from "./file-row.module.css"

interface Props {
  name: string
  /** For example the size. */
  detail?: string
  /** The file failed; `detail` is the reason. */
  isFault?: boolean
  /** For folders, whose names have no file type. */
  kind?: "folder"
  action?: ReactNode
}

/** A file in a list: its type, its name, and its action. */
export function FileListItem({ name, detail, isFault = false, kind, action }: Props) {
  return (
    <li className={`wrap middle ${styles.row}`}>
      <span className={`stack muted sunken ${styles.kind}`} aria-hidden="true">
        {kind === "folder" ? <Folder /> : kindOf(name)}
      </span>
      <span className={`stack breaks ${styles.name}`}>
        <bdi>{name}</bdi>
        {detail && (
          <span className={`muted smaller ${styles.detail}`} data-tone={isFault ? "bad" : undefined}>
            {detail}
          </span>
        )}
      </span>
      {action && <span className={styles.action}>{action}</span>}
    </li>
  )
}

function Folder() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        d="M3 6.5A1.5 1.5 0 0 1 4.5 5h4l2 2.5h9A1.5 1.5 0 0 1 21 9v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18z"
      />
    </svg>
  )
}

export function FileList({ children }: { children: ReactNode }) {
  return <ul className={`stack ruled ${styles.list}`}>{children}</ul>
}

function kindOf(name: string): string {
  return /\.([A-Za-z0-9]{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? "FILE"
}
