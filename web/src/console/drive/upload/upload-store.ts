import { useSyncExternalStore } from "react"
import { Refused } from "../../../api/call.ts"
import { fileKeyOf, forget, recall, remember } from "../../../api/remembered-uploads.ts"
import { dropSent, sendFile } from "../../../api/send-file.ts"
import { here, ourWorkspace } from "../../console-data.ts"
import { openListeners } from "../../listeners.ts"

export interface DriveUpload {
  key: string
  file: File
  folderId: string | undefined
  state: "waiting" | "sending" | "paused" | "sent" | "failed"
  sentBytes: number
  /** The reason of a failure, as shown. */
  problem: string
}

/** The number of parallel uploads. */
const most = 3

let uploads: readonly DriveUpload[] = []
const stops = new Map<string, AbortController>()
const listeners = openListeners()
let onArrived = () => {}

/** The uploads since the document was loaded. They continue on other pages of the console. */
export function useUploads(): readonly DriveUpload[] {
  return useSyncExternalStore(listeners.subscribe, () => uploads)
}

/** Uploads files to a folder. An unfinished upload resumes, also after a reload. */
export function addUploads(files: readonly File[], folderId: string | undefined, arrived: () => void): void {
  onArrived = arrived
  const added = files.map((file): DriveUpload => {
    const key = fileKeyOf(file, { receiver: ourWorkspace().slug, folderId }, file.name)
    return { key, file, folderId, state: "waiting", sentBytes: 0, problem: "" }
  })
  const again = new Set(added.map(({ key }) => key))
  const remaining = uploads.filter(({ key, state }) => !again.has(key) || state === "sending")
  show([...remaining, ...added.filter(({ key }) => !remaining.some((upload) => upload.key === key))])
  sendNext()
}

/** Pauses an upload. The service keeps the sent part for a day. */
export function pauseUpload(key: string): void {
  change(key, { state: "paused" })
  stops.get(key)?.abort()
}

/** Resumes an upload that was paused or failed. */
export function resumeUpload(key: string): void {
  change(key, { state: "waiting", problem: "" })
  sendNext()
}

/** Abandons an upload and removes it from the list. */
export function abandonUpload(key: string): void {
  const path = recall(key)
  show(uploads.filter((upload) => upload.key !== key))
  stops.get(key)?.abort()
  forget(key)
  if (path) dropSent(path, { "svc-form-token": here().formToken }).catch(() => {})
}

export function clearSent(): void {
  show(uploads.filter(({ state }) => state !== "sent"))
}

function sendNext(): void {
  const sending = uploads.filter(({ state }) => state === "sending").length
  for (const upload of uploads.filter(({ state }) => state === "waiting").slice(0, most - sending)) send(upload)
}

async function send({ key, file, folderId }: DriveUpload): Promise<void> {
  const stop = new AbortController()
  stops.set(key, stop)
  change(key, { state: "sending" })
  try {
    await sendFile(file, {
      to: "/console/uploads",
      query: `?workspace=${ourWorkspace().slug}`,
      headers: { "svc-form-token": here().formToken },
      folder: folderId,
      known: recall(key),
      onBegun: (path) => remember(key, path),
      onProgress: (sentBytes) => change(key, { sentBytes }),
      signal: stop.signal,
    })
    forget(key)
    change(key, { state: "sent", sentBytes: file.size })
    onArrived()
  } catch (error) {
    if (!stop.signal.aborted) change(key, { state: "failed", problem: problemOf(error) })
  }
  sendNext()
}

function problemOf(error: unknown): string {
  if (!(error instanceof Refused)) return "Could not read the file. Choose it again."
  return [error.message, error.hint].filter(Boolean).join(" ")
}

function change(key: string, changes: Partial<DriveUpload>): void {
  show(uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))
}

function show(next: readonly DriveUpload[]): void {
  uploads = next
  listeners.tell()
}
