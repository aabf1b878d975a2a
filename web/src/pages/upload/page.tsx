import { FileList } from "../../kit/file-row.tsx"
import { Page } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { formatBytes } from "../../kit/size.ts"
import type { PageData } from "../../page-data.ts"
import { DropZone } from "./drop-zone.tsx"
import styles from "./page.module.css"
import { SentFile } from "./sent-file.tsx"
import { useUploads } from "./use-uploads.ts"

/** Sends files to somebody who asked for them. */
export function UploadPage(link: PageData["upload"]) {
  const { uploads, filesLeft, add, tryAgain } = useUploads(link)
  const isAllThere = uploads.length > 0 && uploads.every(({ state }) => state === "sent")
  return (
    <Page width="narrow">
      <div className={styles.upload}>
        <Heading below={limitLine(filesLeft, link)}>{`Send files to ${link.workspaceName}`}</Heading>
        <Panel label="Files">
          <DropZone isOpen={filesLeft > 0} onFiles={add} />
          {isAllThere && <Notice tone="good" title={`${link.workspaceName} has what you sent.`} />}
          <FileList>
            {uploads.map((upload) => (
              <SentFile key={upload.key} upload={upload} onTryAgain={() => tryAgain(upload.key)} />
            ))}
          </FileList>
        </Panel>
        <p className={styles.note}>
          Whoever has this page’s address can send files here, and nobody can see with it what was sent.
        </p>
      </div>
    </Page>
  )
}

function limitLine(filesLeft: number, { maxFileBytes, expiresAt }: PageData["upload"]): string {
  if (filesLeft === 0) return "This link has received all it takes."
  const files = filesLeft === 1 ? "One file" : `Up to ${filesLeft} files`
  const end = new Date(expiresAt).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })
  return `${files}, each of at most ${formatBytes(maxFileBytes)}, begun before ${end}.`
}
