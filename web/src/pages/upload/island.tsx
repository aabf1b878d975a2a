import type { UploadData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Button } from "../../kit/button.tsx"
import { FileList } from "../../kit/file-row.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { DropZone } from "./drop-zone.tsx"
import { SentFile } from "./sent-file.tsx"
import { useLinkUploads } from "./use-uploads.ts"

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
