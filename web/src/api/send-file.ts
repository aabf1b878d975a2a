import { Refused } from "./call.ts"
import { startPicture } from "./start-picture.ts"

const version = { "tus-resumable": "1.0.0" }
/** The most attempts in a row without progress. */
const maxTries = 6

interface Request {
  method: "POST" | "HEAD" | "PATCH" | "DELETE" | "PUT"
  path: string
  headers: Record<string, string>
  body?: Blob
  /** Called with the number of sent bytes of the body. */
  onSent?: (bytes: number) => void
  signal?: AbortSignal | undefined
}

interface UploadOptions {
  /** The URL that creates uploads. */
  to: string
  /** Headers of every request. */
  headers?: Record<string, string>
  /** The query string of every URL. */
  query?: string
  /** The target folder, if the sender may choose one. */
  folder?: string | undefined
  /** The file's path within a folder that the sender chose, such as `Photos/a.jpg`. */
  relativePath?: string | undefined
  /** The path of an earlier, unfinished upload of this file. */
  known?: string | undefined
  /** Called with the upload's path, so that it can be resumed later. */
  onBegun?(path: string): void
  onProgress(sentBytes: number): void
  /** Aborts the upload; the service keeps the received part. */
  signal?: AbortSignal
}

/**
 * Uploads a file by the tus protocol, and resumes it after a lost connection.
 *
 * @throws Refused if the service refuses the file, or is unreachable for about a minute.
 */
export async function sendFile(file: File, options: UploadOptions): Promise<void> {
  await sendWhole(file, options)
}

/**
 * Uploads a member's file and returns the created file's id. A lost response is requested again.
 *
 * @throws Refused as `sendFile` does.
 */
export async function sendForFile(file: File, options: UploadOptions): Promise<string> {
  const { path, fileId } = await sendWhole(file, options)
  if (fileId !== undefined) return fileId
  // An empty PATCH at the end creates the file if it does not exist yet.
  const end = await patiently(() => sendFrom(path, file, { ...options, offset: file.size }))
  if (end.fileId !== undefined) return end.fileId
  throw new Refused("The file was uploaded but not found.", { status: 0, hint: "Choose it from the drive." })
}

async function sendWhole(file: File, options: UploadOptions): Promise<Progress & { path: string }> {
  const picture = startPicture(file)
  const found = options.known === undefined ? undefined : await patiently(() => findKnown(options.known ?? "", options))
  const path = found?.path ?? (await patiently(() => begin(file, options)))
  if (!found) options.onBegun?.(path)
  let come: Progress = found ?? { offset: 0 }
  for (let tries = 0; come.offset < file.size; tries += 1) {
    options.onProgress(come.offset)
    try {
      come = await sendFrom(path, file, { ...options, offset: come.offset })
    } catch (error) {
      if (!mayGoOn(error) || tries >= maxTries) throw error
      await pause(waitSeconds(error, tries))
      const durable = await patiently(() => findProgress(path, options))
      if (durable.offset > come.offset) tries = 0
      come = durable
    }
  }
  options.onProgress(come.offset)
  const body = await picture
  const ofPicture = { path: path.replace(/(?=\?)|$/, "/picture"), headers: { ...options.headers } }
  if (body) await patiently(() => ask({ method: "PUT", ...ofPicture, body, signal: options.signal })).catch(() => {})
  return { ...come, path }
}

async function begin(file: File, options: UploadOptions): Promise<string> {
  const { to, headers, query = "", folder, relativePath, signal } = options
  const values = { filename: file.name, filetype: file.type, folder, relativePath }
  const known = Object.entries(values).filter(([, value]) => value !== undefined)
  const metadata = known.map(([name, value]) => `${name} ${toBase64(value ?? "")}`).join()
  const also = { ...headers, ...version, "upload-length": String(file.size), "upload-metadata": metadata }
  const answer = await ask({ method: "POST", path: to + query, headers: also, signal })
  return new URL(answer.getResponseHeader("location") ?? "", location.href).pathname + query
}

async function sendFrom(
  path: string,
  file: File,
  { offset, headers, onProgress, signal }: UploadOptions & { offset: number },
): Promise<Progress> {
  const of = { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) }
  const onSent = (bytes: number) => onProgress(offset + bytes)
  const body = file.slice(offset)
  return progressOf(
    await ask({ method: "PATCH", path, headers: { ...headers, ...version, ...of }, body, onSent, signal }),
  )
}

async function findProgress(path: string, { headers, signal }: UploadOptions): Promise<Progress> {
  return progressOf(await ask({ method: "HEAD", path, headers: { ...headers, ...version }, signal }))
}

/** Undefined if the upload has expired or was finished. */
async function findKnown(path: string, options: UploadOptions): Promise<(Progress & { path: string }) | undefined> {
  try {
    return { path, ...(await findProgress(path, options)) }
  } catch (error) {
    if (error instanceof Refused && (error.status === 404 || error.status === 410)) return undefined
    throw error
  }
}

/** Deletes an unfinished upload, so that it uses no storage. */
export async function dropSent(path: string, headers: Record<string, string>): Promise<void> {
  await ask({ method: "DELETE", path, headers: { ...headers, ...version } })
}

/** The received bytes, and the created file if the sender may know it. */
interface Progress {
  offset: number
  fileId?: string
}

function progressOf(answer: XMLHttpRequest): Progress {
  const fileId = answer.getResponseHeader("svc-file-id")
  return { offset: Number(answer.getResponseHeader("upload-offset")), ...(fileId !== null && { fileId }) }
}

/** Retries while the service is unreachable or limits the rate. */
async function patiently<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refused) || !error.isPassing || tries >= maxTries) throw error
      await pause(waitSeconds(error, tries))
    }
  }
}

/** After a conflict (409), the next step asks for the current offset. */
function mayGoOn(error: unknown): boolean {
  return error instanceof Refused && (error.isPassing || error.status === 409)
}

function waitSeconds(error: unknown, tries: number): number {
  return (error instanceof Refused && error.retryAfterSeconds) || Math.min(2 ** tries, 20)
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function ask({ method, path, headers, body, onSent, signal }: Request): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const stopped = () => new DOMException("The upload was canceled.", "AbortError")
    if (signal?.aborted) return reject(stopped())
    const request = new XMLHttpRequest()
    signal?.addEventListener("abort", () => request.abort(), { once: true })
    request.onabort = () => reject(stopped())
    request.open(method, path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (onSent) request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onload = () => (request.status < 300 ? resolve(request) : reject(toRefused(request)))
    request.onerror = () =>
      reject(new Refused("The server can’t be reached.", { status: 0, hint: "Check your connection and try again." }))
    request.send(body)
  })
}

function toRefused(request: XMLHttpRequest): Refused {
  const { message, hint } = readError(request.responseText)
  const seconds = Number(request.getResponseHeader("retry-after"))
  return new Refused(message ?? "Something went wrong. Try again.", {
    status: request.status,
    ...(hint === undefined ? {} : { hint }),
    ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}),
  })
}

function readError(text: string): { message?: string; hint?: string } {
  try {
    return JSON.parse(text).error ?? {}
  } catch {
    return {}
  }
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
