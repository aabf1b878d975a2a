import styles from "../../../kit/text/doc-text.module.css"
import { useRead } from "../../ask.ts"

/** A preview URL is valid for an hour. */
const staleTime = 50 * 60_000

/** A picture of the drive, or its alternative text if it cannot be shown. */
export function DrivePicture({ file, alt }: { file: string; alt: string }) {
  const { data, error } = useRead(
    "preview-file",
    { id: file },
    { staleTime, retry: false, refetchOnWindowFocus: false, enabled: file !== "" },
  )
  if (data?.kind === "image") return <img className={styles.picture} src={data.url} alt={alt} />
  if (!data && !error) return <span className={styles.waiting} />
  return <span className={styles.gone}>{alt ? `Image: ${alt}` : "Deleted image"}</span>
}
