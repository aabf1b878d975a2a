import { useEffect, useRef, useState } from "react"
import type { UploadData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Refused } from "../../api/call.ts"
import { fileKeyOf, forget, listRemembered, recall, remember } from "../../api/remembered-uploads.ts"
import { dropSent, sendFile } from "../../api/send-file.ts"
import type { FoundFolder } from "../../kit/found-files.ts"
import { useHouse } from "../../kit/house.tsx"
import { formatBytes } from "../../kit/size.ts"

export interface LinkUpload {
  key: number
  file: File
  /** The file's path from the folder that the sender chose; its name without one. */
  path: string
  /** Identifies the file across reloads. */
  noteKey: string
  state: "waiting" | "sending" | "sent" | "failed"
  sentBytes: number
  /** The reason of the failure, in a sentence or two. */
  problem: string
  canRetry: boolean
  /** Whether the link has counted the file before, when its upload began. */
  isCounted: boolean
}

type Limits = Pick<UploadData["island"], "maxFileBytes" | "maxNameLength"> & { locale: string }

/**
 * Uploads files one after the other. `filesLeft` is how many more the link accepts. An upload that a reload interrupted
 * resumes when its file is chosen again, and does not count again.
 */
export function useLinkUploads({ uploadPath, filesLeft, ...limits }: UploadData["island"]) {
  const { locale } = useHouse()
  const receiver = receiverOf(uploadPath)
  const [uploads, setUploads] = useState<LinkUpload[]>([])
  const count = useRef(0)
  const interrupted = useInterrupted(uploadPath, receiver)

  const change = (key: number, changes: Partial<LinkUpload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))
  const enqueue = useQueue(uploadPath, change)
  const left = Math.max(0, filesLeft + interrupted.discarded - uploads.filter(isTaken).length)
  const known = new Set(uploads.map(({ noteKey }) => noteKey))
  return {
    uploads,
    filesLeft: left,
    interrupted: interrupted.notes.filter(({ key }) => !known.has(key)),
    discard: interrupted.discard,
    add(found: readonly FoundFolder[]) {
      const added = toUploads(found, { ...limits, locale, receiver, filesLeft: left, firstKey: count.current })
      count.current += added.length
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

const isTaken = ({ state, canRetry, isCounted }: LinkUpload) => !isCounted && (state !== "failed" || canRetry)

/** The link's id, without the part of its token that authorizes. */
const receiverOf = (uploadPath: string) => uploadPath.replace(/^\/u\//, "").replace(/\..*$/, "")

/** Returns a function that sends a file after those before it. */
function useQueue(uploadPath: string, change: (key: number, changes: Partial<LinkUpload>) => void) {
  const queue = useRef<Promise<void>>(Promise.resolve())
  const send = async ({ key, file, path, noteKey }: LinkUpload) => {
    change(key, { state: "sending", sentBytes: 0 })
    const noted = recall(noteKey)
    try {
      await sendFile(file, {
        to: uploadPath,
        relativePath: path === file.name ? undefined : path,
        known: noted === undefined ? undefined : uploadPath + noted,
        onBegun: (begun) => remember(noteKey, begun.slice(uploadPath.length)),
        onProgress: (sentBytes) => change(key, { sentBytes }),
      })
      forget(noteKey)
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
  found: readonly FoundFolder[],
  { filesLeft, firstKey, receiver, ...limits }: Limits & { receiver: string; filesLeft: number; firstKey: number },
) {
  let room = filesLeft
  const files = found.flatMap(({ names, files }) =>
    files.map((file) => ({ file, path: [...names, file.name].join("/") })),
  )
  return files.map(({ file, path }, place): LinkUpload => {
    const noteKey = fileKeyOf(file, { receiver }, path)
    const isCounted = recall(noteKey) !== undefined
    const problem = faultOf(file, limits) || (room === 0 && !isCounted ? "File limit reached." : "")
    if (!problem && !isCounted) room -= 1
    return {
      ...{ key: firstKey + place, file, path, noteKey, isCounted },
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

/** The uploads that an earlier visit of this browser began and did not finish. */
function useInterrupted(uploadPath: string, receiver: string) {
  const [notes, setNotes] = useState<{ key: string; name: string }[]>([])
  const [discarded, setDiscarded] = useState(0)
  // The server's HTML has none of them, so they are read after it was taken over.
  useEffect(() => setNotes(listRemembered(receiver)), [receiver])
  const discard = async () => {
    for (const { key } of notes) {
      const noted = recall(key)
      forget(key)
      if (noted === undefined) continue
      const isDiscarded = await dropSent(uploadPath + noted, {}).then(
        () => true,
        () => false,
      )
      if (isDiscarded) setDiscarded((count) => count + 1)
    }
    setNotes([])
  }
  return { notes, discarded, discard }
}
