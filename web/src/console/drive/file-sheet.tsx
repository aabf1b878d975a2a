import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import { Refusal } from "../../kit/notice.tsx"
import { When } from "../../kit/when.tsx"
import { useRead } from "../ask.ts"
import { type AnswerOf, ask } from "../calls.ts"
import { mayAs } from "../console-data.ts"
import { toast } from "../toast.ts"
import { AddressButton, SidePanel } from "../ui/panels/panel.tsx"
import { Facts } from "../ui/values/facts.tsx"
import { Size } from "./columns.tsx"
import styles from "./drive.module.css"
import { RenameForm } from "./rename-form.tsx"
import { useTrashEntries } from "./use-trash-entries.ts"

type File = AnswerOf<"get-file">

/** A file's preview, its details, and its actions. */
export function FileSheet({ id, onClose }: { id: string; onClose(): void }) {
  const { data: file, error } = useRead("get-file", { id })
  return (
    <SidePanel title={file?.name ?? "File"} onClose={onClose}>
      {error && <Refusal error={error} />}
      {file && (
        <>
          {file.preview ? <Preview id={id} name={file.name} /> : file.deletedAt === null && <NoPreview file={file} />}
          <Known file={file} />
          {file.deletedAt === null ? <Actions file={file} onClose={onClose} /> : <p>In trash</p>}
          {file.deletedAt === null && mayAs("member") && <RenameForm entry={file} />}
        </>
      )}
    </SidePanel>
  )
}

function NoPreview({ file: { contentType } }: { file: File }) {
  return <p>{contentType === "image/heic" ? "This HEIC photo" : "This file"} has no preview. Download it to open it.</p>
}

function Known({ file }: { file: File }) {
  return (
    <Facts
      facts={[
        ["Size", <Size key="size" bytes={file.sizeBytes} />],
        ["Type", file.contentType],
        ["Location", <bdi key="place">{file.folderPath}</bdi>],
        [
          "Added",
          <>
            <When at={file.createdAt} />
            {file.isFromLink && " by upload link"}
          </>,
        ],
      ]}
    />
  )
}

function Actions({ file: { id, name }, onClose }: { file: File; onClose(): void }) {
  const trash = useTrashEntries()
  return (
    <div className="wrap gap-2">
      <Button onClick={() => download(id)}>Download</Button>
      {mayAs("member") && (
        <>
          <AddressButton variant="default" label="Share" to={{ open: undefined, share: id }} />
          <AddressButton variant="default" label="Move" to={{ open: undefined, move: id }} />
          <Button
            variant="danger"
            onClick={() => {
              trash([{ id, name }])
              onClose()
            }}
          >
            Move to trash
          </Button>
        </>
      )}
    </div>
  )
}

/** Downloads a file. Its URL expires within minutes, so it is requested on demand. */
async function download(id: string): Promise<void> {
  try {
    const { url } = await ask("download-file", { id })
    location.assign(url)
  } catch (error) {
    toast({ tone: "bad", title: (error as Error).message })
  }
}

/** The preview's URL is kept this long: a new URL would restart a video. */
const staleTime = 50 * 60_000

/** Shows a file from the host for files, where its scripts cannot act for the reader. */
function Preview({ id, name }: { id: string; name: string }) {
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
