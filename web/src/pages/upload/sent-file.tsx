import { Button } from "../../kit/button.tsx"
import { FileListItem } from "../../kit/file-row.tsx"
import { useHouse } from "../../kit/house.tsx"
import { formatBytes } from "../../kit/size.ts"
import styles from "./sent-file.module.css"
import type { LinkUpload } from "./use-uploads.ts"

/** A file with its progress, or the reason of its failure. */
export function SentFile({ upload, onTryAgain }: { upload: LinkUpload; onTryAgain: () => void }) {
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
              className={styles.progress}
              value={sentBytes}
              max={Math.max(file.size, 1)}
              aria-label={`Progress of ${path}`}
            />
          )}
          {state === "sent" && <strong className={styles.sent}>Sent</strong>}
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
