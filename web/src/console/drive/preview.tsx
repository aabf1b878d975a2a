import { useQuery } from "@tanstack/react-query"
import { Refusal } from "../../kit/refusal.tsx"
import { readOf } from "../ask.ts"
import styles from "./drive.module.css"

/** How long an address is kept: asked for again, a video would begin anew. */
const staleTime = 50 * 60_000

/** Shows a file from the files' host, where it can run nothing. */
export function Preview({ id, name }: { id: string; name: string }) {
  const { data, error } = useQuery({ ...readOf("preview-file", { id }), staleTime, refetchOnWindowFocus: false })
  if (error) return <Refusal error={error} />
  if (!data) return null
  const { kind, url } = data
  if (kind === "image") return <img className={styles.picture} src={url} alt={name} />
  // biome-ignore lint/a11y/useMediaCaption: what people put into their drive has none.
  if (kind === "audio") return <audio className={styles.player} data-kind={kind} src={url} controls aria-label={name} />
  // biome-ignore lint/a11y/useMediaCaption: the same.
  if (kind === "video") return <video className={styles.player} src={url} controls aria-label={name} />
  return <iframe className={styles.frame} src={url} title={name} referrerPolicy="no-referrer" />
}
