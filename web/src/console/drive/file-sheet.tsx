import { useQuery } from "@tanstack/react-query"
import { Button } from "../../kit/button.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, ask, readOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { SidePanel } from "../ui/panel.tsx"
import { toast } from "../ui/toast.ts"
import { useAddress } from "../ui/use-address.ts"
import { Size } from "./columns.tsx"
import styles from "./drive.module.css"
import { Preview } from "./preview.tsx"
import { RenameForm } from "./rename-form.tsx"
import { useTrashEntries } from "./use-trash-entries.ts"

type File = AnswerOf<"get-file">

/** One file: how it looks, what is known of it, and what can be done with it. */
export function FileSheet({ id, onClose }: { id: string; onClose(): void }) {
  const { data: file, error } = useQuery(readOf("get-file", { id }))
  return (
    <SidePanel title={file?.name ?? "A file"} onClose={onClose}>
      {error && <Refusal error={error} />}
      {file && (
        <>
          {file.preview && <Preview id={id} name={file.name} />}
          <Facts file={file} />
          {file.deletedAt === null ? <Actions file={file} onClose={onClose} /> : <p>It is in the trash.</p>}
          {file.deletedAt === null && mayAs("member") && <RenameForm entry={file} />}
        </>
      )}
    </SidePanel>
  )
}

function Facts({ file }: { file: File }) {
  return (
    <dl className={styles.facts}>
      <dt>Size</dt>
      <dd>
        <Size bytes={file.sizeBytes} />
      </dd>
      <dt>Type</dt>
      <dd>{file.contentType}</dd>
      <dt>Lies in</dt>
      <dd dir="auto">{file.folderPath}</dd>
      <dt>Came</dt>
      <dd>
        <When at={file.createdAt} />
        {file.isFromLink && ", through an upload link"}
      </dd>
    </dl>
  )
}

function Actions({ file: { id, name }, onClose }: { file: File; onClose(): void }) {
  const { go } = useAddress()
  const trash = useTrashEntries()
  return (
    <div className={styles.actions}>
      <Button onClick={() => download(id)}>Download</Button>
      {mayAs("member") && (
        <>
          <Button variant="default" onClick={() => go({ open: undefined, share: id })}>
            Share
          </Button>
          <Button variant="default" onClick={() => go({ open: undefined, move: id })}>
            Move
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              trash([{ id, name }])
              onClose()
            }}
          >
            Put it into the trash
          </Button>
        </>
      )}
    </div>
  )
}

/** Saves a file. Its address is good for minutes, so it is asked for when it is wanted. */
async function download(id: string): Promise<void> {
  try {
    const { url } = await ask("download-file", { id })
    location.assign(url)
  } catch (error) {
    toast({ tone: "bad", title: (error as Error).message })
  }
}
