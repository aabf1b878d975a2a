import { useRef, useState } from "react"
import { Refused } from "../../api/call.ts"
import { formatBytes } from "../../kit/size.ts"
import type { PageData } from "../../page-data.ts"
import { sendFile } from "./send-file.ts"

/** One file that somebody chose. */
export interface Upload {
  key: number
  file: File
  state: "waiting" | "sending" | "sent" | "failed"
  sentBytes: number
  /** Why it failed, in a sentence or two. */
  problem: string
  canRetry: boolean
}

type Limits = Pick<PageData["upload"], "maxFileBytes" | "maxNameLength">

/** Sends files one after the other. `filesLeft` counts what may still be added. */
export function useUploads({ uploadPath, filesLeft, ...limits }: PageData["upload"]) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const queue = useRef<Promise<void>>(Promise.resolve())
  const count = useRef(0)

  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))

  const send = async ({ key, file }: Upload) => {
    change(key, { state: "sending", sentBytes: 0 })
    try {
      await sendFile(uploadPath, file, (sentBytes) => change(key, { sentBytes }))
      change(key, { state: "sent", sentBytes: file.size })
    } catch (error) {
      change(key, { state: "failed", ...problemOf(error) })
    }
  }
  const enqueue = (upload: Upload) => {
    queue.current = queue.current.then(() => send(upload))
  }

  const taken = uploads.filter(({ state, canRetry }) => state !== "failed" || canRetry).length
  const left = Math.max(0, filesLeft - taken)
  return {
    uploads,
    filesLeft: left,
    add(files: File[]) {
      const added = files.map((file, place): Upload => {
        count.current += 1
        const fault = place >= left ? "This link takes no more files." : faultOf(file, limits)
        return {
          key: count.current,
          file,
          state: fault ? "failed" : "waiting",
          sentBytes: 0,
          problem: fault,
          canRetry: false,
        }
      })
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

/** Why a file is not even tried; nothing when it is. */
function faultOf(file: File, { maxFileBytes, maxNameLength }: Limits): string {
  if ([...file.name.normalize("NFC")].length > maxNameLength) {
    return `Its name is longer than ${maxNameLength} characters. Give it a shorter one.`
  }
  return file.size > maxFileBytes ? `Larger than ${formatBytes(maxFileBytes)}.` : ""
}

function problemOf(error: unknown): Pick<Upload, "problem" | "canRetry"> {
  if (!(error instanceof Refused)) return { problem: "It could not be read.", canRetry: true }
  return { problem: [error.message, error.hint].filter(Boolean).join(" "), canRetry: error.isPassing }
}
