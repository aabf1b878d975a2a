import { type ChangeEvent, type DragEvent, useRef, useState } from "react"
import type { UploadData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Button } from "../../kit/button.tsx"
import { FileList, FileListItem } from "../../kit/file-row.tsx"
import { type FoundFolder, fromDrop, fromInput } from "../../kit/found-files.ts"
import { useHouse } from "../../kit/house.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { formatBytes } from "../../kit/size.ts"
import styles from "./drop-zone.module.css"
import sentFileStyles from "./sent-file.module.css"
import { type LinkUpload, useLinkUploads } from "./use-uploads.ts"

export function Island(link: UploadData["island"]) {
  const { uploads, filesLeft, interrupted, discard, add, tryAgain } = useLinkUploads(link)
  const isAllThere = uploads.length > 0 && uploads.every(({ state }) => state === "sent")
  return (
    <Panel label="Files">
      {interrupted.length > 0 && (
        <Notice tone="note" title={interrupted.length === 1 ? "Upload interrupted" : "Uploads interrupted"}>
          To resume, choose the same files again: <bdi>{interrupted.map(({ name }) => name).join(", ")}</bdi>.{" "}
          <Button variant="link" onClick={discard}>
            {interrupted.length === 1 ? "Discard upload" : "Discard uploads"}
          </Button>
        </Notice>
      )}
      <DropZone isOpen={filesLeft > 0 || interrupted.length > 0} onFiles={add} />
      {isAllThere && <Notice tone="good" title={`Files sent to ${link.workspaceName}`} />}
      <FileList>
        {uploads.map((upload) => (
          <SentFile key={upload.key} upload={upload} onTryAgain={() => tryAgain(upload.key)} />
        ))}
      </FileList>
    </Panel>
  )
}

interface Props {
  /** Whether the link accepts more files. */
  isOpen: boolean
  onFiles(found: FoundFolder[]): void
}

function DropZone({ isOpen, onFiles }: Props) {
  const [isOver, setIsOver] = useState(false)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const over = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(isOver)
  }
  const drop = (event: DragEvent) => {
    over(false)(event)
    if (!isOpen) return
    setIsUnreadable(false)
    fromDrop(event.dataTransfer).then(onFiles, () => setIsUnreadable(true))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's alternative to the buttons.
    <div
      className={`stack gap-4 sunken centered ${styles.zone}`}
      data-closed={!isOpen || undefined}
      data-over={(isOver && isOpen) || undefined}
      onDragEnter={over(true)}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={drop}
    >
      <span className={styles.hint}>{isOpen ? "Drop files or folders here" : "File limit reached"}</span>
      {isUnreadable && <span role="alert">The files couldn’t be read. Choose them again.</span>}
      <span className={`wrap gap-3 ${styles.choices}`}>
        <Choice label="Choose files" {...{ isOpen, onFiles }} />
        <Choice label="Choose folder" isFolder {...{ isOpen, onFiles }} />
      </span>
    </div>
  )
}

interface ChoiceProps extends Props {
  label: string
  isFolder?: boolean
}

function Choice({ label, isFolder = false, isOpen, onFiles }: ChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles(fromInput(currentTarget.files))
    // Otherwise choosing the same file again would fire no event.
    currentTarget.value = ""
  }
  return (
    <span className={isFolder ? styles.folder : undefined}>
      <input
        ref={input}
        type="file"
        multiple
        {...(isFolder && { webkitdirectory: "" })}
        hidden
        onChange={choose}
        aria-label={isFolder ? "Folder to send" : "Files to send"}
      />
      {isOpen && (
        <Button variant={isFolder ? "default" : "filled"} onClick={() => input.current?.click()}>
          {label}
        </Button>
      )}
    </span>
  )
}

function SentFile({ upload, onTryAgain }: { upload: LinkUpload; onTryAgain: () => void }) {
  const { file, path, state, sentBytes } = upload
  const { locale } = useHouse()
  return (
    <FileListItem
      name={path}
      detail={detailOf(upload, locale)}
      isFault={state === "failed"}
      action={
        <>
          {state === "sending" && (
            <progress
              className={sentFileStyles.progress}
              value={sentBytes}
              max={Math.max(file.size, 1)}
              aria-label={`Progress of ${path}`}
            />
          )}
          {state === "sent" && <strong className={sentFileStyles.sent}>Sent</strong>}
          {state === "failed" && upload.canRetry && (
            <Button size="sm" variant="default" onClick={onTryAgain} aria-label={`Try again: ${path}`}>
              Try again
            </Button>
          )}
        </>
      }
    />
  )
}

function detailOf({ file, state, sentBytes, problem }: LinkUpload, locale: string): string {
  if (state === "failed") return problem
  if (state === "sending") return `${formatBytes(sentBytes, locale)} of ${formatBytes(file.size, locale)}`
  return formatBytes(file.size, locale)
}
