import { useState } from "react"
import { listRemembered } from "../../../api/remembered-uploads.ts"
import { Button } from "../../../kit/button.tsx"
import { FileList, FileListItem } from "../../../kit/file-row.tsx"
import { useHouse } from "../../../kit/house.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { Section } from "../../../kit/section.tsx"
import { formatBytes } from "../../../kit/size.ts"
import { ourWorkspace } from "../../console-data.ts"
import styles from "./take-files.module.css"
import { abandonUpload, clearSent, type DriveUpload, pauseUpload, resumeUpload, useUploads } from "./upload-store.ts"

/** The number of listed files; the others are only counted. */
const mostShown = 8

const ranks = { failed: 0, sending: 1, paused: 2, waiting: 3, sent: 4 }
const rankOf = ({ state }: DriveUpload) => ranks[state]

/** The running uploads, and those that a reload interrupted. */
export function Uploads() {
  const uploads = useUploads()
  const left = uploads.filter(({ state }) => state !== "sent").length
  const shown = [...uploads].sort((one, other) => rankOf(one) - rankOf(other)).slice(0, mostShown)
  return (
    <>
      <Interrupted uploads={uploads} />
      {uploads.length > 0 && (
        <Section title={left === 0 ? "All files uploaded" : `Uploading ${left} of ${uploads.length} files`}>
          <FileList>
            {shown.map((upload) => (
              <Row key={upload.key} upload={upload} />
            ))}
          </FileList>
          {uploads.length > shown.length && <p className="apart">and {uploads.length - shown.length} more.</p>}
          {left < uploads.length && (
            <div>
              <Button size="sm" variant="default" onClick={clearSent}>
                Clear list
              </Button>
            </div>
          )}
        </Section>
      )}
    </>
  )
}

function Row({ upload }: { upload: DriveUpload }) {
  const { key, file, state, sentBytes } = upload
  const { locale } = useHouse()
  return (
    <FileListItem
      name={file.name}
      detail={detailOf(upload, locale)}
      action={
        <>
          {(state === "sending" || state === "paused") && (
            <progress
              className={styles.progress}
              value={sentBytes}
              max={Math.max(file.size, 1)}
              aria-label={`Upload progress: ${file.name}`}
            />
          )}
          {state === "sending" && <Do words="Pause" name={file.name} run={() => pauseUpload(key)} />}
          {state === "paused" && <Do words="Resume" name={file.name} run={() => resumeUpload(key)} />}
          {state === "failed" && <Do words="Try again" name={file.name} run={() => resumeUpload(key)} />}
          {state !== "sent" && <Do words="Cancel" name={file.name} run={() => abandonUpload(key)} />}
        </>
      }
    />
  )
}

function Do({ words, name, run }: { words: string; name: string; run(): void }) {
  return (
    <Button size="sm" variant="subtle" aria-label={`${words}: ${name}`} onClick={run}>
      {words}
    </Button>
  )
}

function detailOf({ file, state, sentBytes, problem }: DriveUpload, locale: string): string {
  const size = formatBytes(file.size, locale)
  if (state === "failed") return problem
  if (state === "sent") return `${size}, uploaded`
  if (state === "waiting") return `${size}, waiting`
  return `${formatBytes(sentBytes, locale)} of ${size}${state === "paused" ? ", paused" : ""}`
}

/** After a reload the page has no file handles: the person must choose the files again to resume. */
function Interrupted({ uploads }: { uploads: readonly DriveUpload[] }) {
  const [count, update] = useState(0)
  const known = new Set(uploads.map(({ key }) => key))
  const names = listRemembered(ourWorkspace().slug).filter(({ key }) => !known.has(key))
  if (names.length === 0) return null
  const giveUp = () => {
    for (const { key } of names) abandonUpload(key)
    update(count + 1)
  }
  return (
    <Notice tone="note" title={names.length === 1 ? "Upload interrupted" : `${names.length} uploads interrupted`}>
      To resume, upload the same files to the same folder again: <bdi>{names.map(({ name }) => name).join(", ")}</bdi>.{" "}
      <Button variant="link" onClick={giveUp}>
        Discard uploads
      </Button>
    </Notice>
  )
}
