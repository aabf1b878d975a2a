import { Button, Progress } from "@mantine/core"
import { FileRow } from "../../kit/file-row.tsx"
import { formatBytes } from "../../kit/size.ts"
import styles from "./sent-file.module.css"
import type { Upload } from "./use-uploads.ts"

/** One file on its way: how far it is, or why it did not arrive. */
export function SentFile({ upload, onTryAgain }: { upload: Upload; onTryAgain: () => void }) {
  const { file, state, sentBytes } = upload
  return (
    <FileRow
      name={file.name}
      detail={detailOf(upload)}
      action={
        <>
          {state === "sending" && (
            <Progress
              className={styles.progress}
              value={file.size === 0 ? 0 : (100 * sentBytes) / file.size}
              aria-label={`How far ${file.name} is`}
            />
          )}
          {state === "sent" && <strong className={styles.sent}>Sent</strong>}
          {state === "failed" && upload.canRetry && (
            <Button size="sm" variant="default" onClick={onTryAgain} aria-label={`Try ${file.name} again`}>
              Try again
            </Button>
          )}
        </>
      }
    />
  )
}

function detailOf({ file, state, sentBytes, problem }: Upload): string {
  if (state === "failed") return problem
  if (state === "sending") return `${formatBytes(sentBytes)} of ${formatBytes(file.size)}`
  return formatBytes(file.size)
}
