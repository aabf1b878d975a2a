import type { UploadData } from "../../../../server/src/contract/pages/upload.ts"
import { FileList } from "../../kit/file-row.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { DropZone } from "./drop-zone.tsx"
import { SentFile } from "./sent-file.tsx"
import { useLinkUploads } from "./use-uploads.ts"

export function Island(link: UploadData["island"]) {
  const { uploads, filesLeft, add, tryAgain } = useLinkUploads(link)
  const isAllThere = uploads.length > 0 && uploads.every(({ state }) => state === "sent")
  return (
    <Panel label="Files">
      <DropZone isOpen={filesLeft > 0} onFiles={add} />
      {isAllThere && <Notice tone="good" title={`Files sent to ${link.workspaceName}`} />}
      <FileList>
        {uploads.map((upload) => (
          <SentFile key={upload.key} upload={upload} onTryAgain={() => tryAgain(upload.key)} />
        ))}
      </FileList>
    </Panel>
  )
}
