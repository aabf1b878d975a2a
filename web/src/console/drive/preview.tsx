import { useState } from "react"
import { Refusal } from "../../kit/refusal.tsx"
import { useRead } from "../ask.ts"
import styles from "./drive.module.css"

/** The preview's URL is kept this long: a new URL would restart a video. */
const staleTime = 50 * 60_000

/** Shows a file from the host for files, where its scripts cannot act for the reader. */
export function Preview({ id, name }: { id: string; name: string }) {
  const { data, error } = useRead("preview-file", { id }, { staleTime, refetchOnWindowFocus: false })
  const [isUnknown, setIsUnknown] = useState(false)
  if (error) return <Refusal error={error} />
  if (!data) return null
  const { kind, url, pictureUrl } = data
  if (isUnknown || url === pictureUrl) return <SmallPicture {...{ name, pictureUrl, isUnknown }} />
  const onError = () => setIsUnknown(true)
  if (kind === "image") return <img className={styles.picture} src={url} alt={name} onError={onError} />
  const played = { className: styles.player, src: url, controls: true, "aria-label": name, onError }
  if (kind === "audio") return <audio data-kind={kind} {...played} />
  if (kind === "video") return <video {...played} {...(pictureUrl !== null && { poster: pictureUrl })} />
  return <iframe className={styles.frame} src={url} title={name} referrerPolicy="no-referrer" />
}

type SmallProps = { name: string; pictureUrl: string | null; isUnknown: boolean }

function SmallPicture({ name, pictureUrl, isUnknown }: SmallProps) {
  return (
    <>
      {pictureUrl !== null && <img className={styles.picture} src={pictureUrl} alt={name} />}
      <p>
        {isUnknown
          ? "This browser can’t show this file. Download it to open it."
          : "This is a small preview. Download the file to see all of it."}
      </p>
    </>
  )
}
