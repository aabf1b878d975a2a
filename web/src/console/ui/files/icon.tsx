import styles from "./folder-choice.module.css"

const shapes = {
  folder: "M3 6.5A1.5 1.5 0 0 1 4.5 5h4l2 2.5h9A1.5 1.5 0 0 1 21 9v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18z",
  file: "M6.5 3h7.5l5 5v11.5A1.5 1.5 0 0 1 17.5 21h-11A1.5 1.5 0 0 1 5 19.5v-15A1.5 1.5 0 0 1 6.5 3zM14 3v5h5",
}

export function Icon({ kind }: { kind: "folder" | "file" }) {
  return (
    <svg
      className={styles.icon}
      data-kind={kind}
      viewBox="0 0 24 24"
      role="img"
      aria-label={kind === "folder" ? "Folder" : "File"}
    >
      <path d={shapes[kind]} />
    </svg>
  )
}
