import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { Refused } from "../../../api/call.ts"
import { mayAs } from "../../console-data.ts"
import { toast } from "../../toast.ts"
import { Chooser } from "./chooser.tsx"
import {
  isReadable,
  mostAtOnce,
  sendToDrive,
  tooManyWords,
  type UploadedFile,
  unreadableWords,
} from "./send-to-drive.ts"
import styles from "./upload-zone.module.css"
import { useDrop } from "./use-drop.ts"

export interface UploadZoneProps {
  /** Called with each file once the drive has it, one after the other. */
  onUploaded(file: UploadedFile): unknown
  /** The accepted MIME types, as of an `<input>`. The service checks the bytes. */
  accept?: string
  isMany?: boolean
  children?: ReactNode
}

/** Takes dropped or chosen files, and uploads them to the drive. Hidden for viewers, who may not upload. */
export function UploadZone({ onUploaded, accept = "", isMany = false, children }: UploadZoneProps) {
  const [progress, setProgress] = useState<string>()
  const queries = useQueryClient()
  const take = async (files: readonly File[]) => {
    for (const file of files.slice(0, isMany ? mostAtOnce : 1)) await takeOne(file, { accept, onUploaded, setProgress })
    setProgress(undefined)
    if (files.length > mostAtOnce && isMany) toast({ tone: "bad", title: tooManyWords })
    for (const read of ["search-drive-files", "list-folder", "get-storage"]) {
      queries.invalidateQueries({ queryKey: [read] })
    }
  }
  const { isOver, handlers } = useDrop(({ files }) => take([...files]))
  if (!mayAs("member")) return null
  return (
    <div className={`stack gap-2 ${styles.zone}`} data-over={isOver || undefined} {...handlers}>
      <div className={`wrap middle gap-2 ${styles.line}`}>
        <Chooser
          label={isMany ? "Upload files" : "Upload file"}
          variant="default"
          isBusy={progress !== undefined}
          {...{ accept, isMany }}
          onChosen={(files) => take([...(files ?? [])])}
        />
        {children}
      </div>
      <p className="muted smaller breaks" role="status">
        {progress ?? (isMany ? "or drop them here" : "or drop one here")}
      </p>
    </div>
  )
}

interface Taking extends Required<Pick<UploadZoneProps, "accept" | "onUploaded">> {
  setProgress(words: string): void
}

async function takeOne(file: File, { accept, onUploaded, setProgress }: Taking): Promise<void> {
  const title = `“${file.name}” not added`
  if (accept && !accept.split(",").includes(file.type)) {
    return toast({ tone: "bad", title, text: "Choose another type of file." })
  }
  if (!(await isReadable(file))) {
    return toast({ tone: "bad", title, text: unreadableWords })
  }
  try {
    await onUploaded(await sendToDrive(file, setProgress))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    toast({ tone: "bad", title, text: [error.message, error.hint].filter(Boolean).join(" ") })
  }
}
