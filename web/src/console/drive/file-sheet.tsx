import { Button } from "../../kit/button.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, ask, useRead } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { AddressButton } from "../ui/panels/address-button.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { toast } from "../ui/toast.ts"
import { Facts } from "../ui/values/facts.tsx"
import { Size } from "./columns.tsx"
import { Preview } from "./preview.tsx"
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
