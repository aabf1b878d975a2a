import { useRef, useState } from "react"
import type { UploadData } from "../../../../server/src/contract/pages/upload.ts"
import { Refused } from "../../api/call.ts"
import { sendFile } from "../../api/send-file.ts"
import { useHouse } from "../../kit/house.tsx"
import { formatBytes } from "../../kit/size.ts"

export interface LinkUpload {
  key: number
  file: File
  state: "waiting" | "sending" | "sent" | "failed"
  sentBytes: number
  /** The reason of the failure, in a sentence or two. */
  problem: string
  canRetry: boolean
}

type Limits = Pick<UploadData["island"], "maxFileBytes" | "maxNameLength"> & { locale: string }

/** Uploads files one after the other. `filesLeft` is how many more the link accepts. */
export function useLinkUploads({ uploadPath, filesLeft, ...limits }: UploadData["island"]) {
  const { locale } = useHouse()
  const [uploads, setUploads] = useState<LinkUpload[]>([])
  const count = useRef(0)

  const change = (key: number, changes: Partial<LinkUpload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))
  const enqueue = useQueue(uploadPath, change)
  const taken = uploads.filter(({ state, canRetry }) => state !== "failed" || canRetry).length
  const left = Math.max(0, filesLeft - taken)
  return {
    uploads,
    filesLeft: left,
    add(files: File[]) {
      const added = toUploads(files, { ...limits, locale, filesLeft: left, firstKey: count.current })
      count.current += files.length
      setUploads((all) => [...all, ...added])
      for (const upload of added) if (upload.state === "waiting") enqueue(upload)
    },
    tryAgain(key: number) {
      const upload = uploads.find((upload) => upload.key === key)
      if (!upload) return
      change(key, { state: "waiting", problem: "" })
      enqueue(upload)
    },
  }
}

/** Returns a function that sends a file after those before it. */
function useQueue(uploadPath: string, change: (key: number, changes: Partial<LinkUpload>) => void) {
  const queue = useRef<Promise<void>>(Promise.resolve())
  const send = async ({ key, file }: LinkUpload) => {
    change(key, { state: "sending", sentBytes: 0 })
    try {
      await sendFile(file, { to: uploadPath, onProgress: (sentBytes) => change(key, { sentBytes }) })
      change(key, { state: "sent", sentBytes: file.size })
    } catch (error) {
      change(key, { state: "failed", ...problemOf(error) })
    }
  }
  return (upload: LinkUpload) => {
    queue.current = queue.current.then(() => send(upload))
  }
}

/** Creates the entries for chosen files. A refused file does not count against the link's limit. */
function toUploads(
  files: File[],
  { filesLeft, firstKey, ...limits }: Limits & { filesLeft: number; firstKey: number },
) {
  let room = filesLeft
  return files.map((file, place): LinkUpload => {
    const problem = faultOf(file, limits) || (room === 0 ? "File limit reached." : "")
    if (!problem) room -= 1
    return {
      key: firstKey + place,
      file,
      state: problem ? "failed" : "waiting",
      sentBytes: 0,
      problem,
      canRetry: false,
    }
  })
}

/** Why a file is refused before the upload; empty if it is not. */
function faultOf(file: File, { maxFileBytes, maxNameLength, locale }: Limits): string {
  if ([...file.name.normalize("NFC")].length > maxNameLength) {
    return `Name too long. Use at most ${maxNameLength} characters.`
  }
  return file.size > maxFileBytes ? `Too large. Use at most ${formatBytes(maxFileBytes, locale)}.` : ""
}

function problemOf(error: unknown): Pick<LinkUpload, "problem" | "canRetry"> {
  if (!(error instanceof Refused)) return { problem: "The file couldn’t be read.", canRetry: true }
  return { problem: [error.message, error.hint].filter(Boolean).join(" "), canRetry: error.isPassing }
}
