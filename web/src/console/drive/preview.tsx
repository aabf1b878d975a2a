import { useQuery } from "@tanstack/react-query"
import { Refusal } from "../../kit/refusal.tsx"
import { readOf } from "../ask.ts"
import styles from "./drive.module.css"

/** The preview's URL is kept this long: a new URL would restart a video. */
const staleTime = 50 * 60_000

/** Shows a file from the host for files, where its scripts cannot act for the reader. */
export function Preview({ id, name }: { id: string; name: string }) {
  const { data, error } = useQuery({ ...readOf("preview-file", { id }), staleTime, refetchOnWindowFocus: false })
  if (error) return <Refusal error={error} />
  if (!data) return null
  const { kind, url } = data
  if (kind === "image") return <img className={styles.picture} src={url} alt={name} />
  // biome-ignore lint/a11y/useMediaCaption: uploaded files have no captions.
  if (kind === "audio") return <audio className={styles.player} data-kind={kind} src={url} controls aria-label={name} />
  // biome-ignore lint/a11y/useMediaCaption: uploaded files have no captions.
  if (kind === "video") return <video className={styles.player} src={url} controls aria-label={name} />
  return <iframe className={styles.frame} src={url} title={name} referrerPolicy="no-referrer" />
}
