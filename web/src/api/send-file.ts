import { Refused } from "./call.ts"

const version = { "tus-resumable": "1.0.0" }
/** How often it is tried to go on without a byte arriving. */
const maxTries = 6

interface Request {
  method: "POST" | "HEAD" | "PATCH" | "DELETE"
  path: string
  headers: Record<string, string>
  body?: Blob
  /** Told how many bytes of the body are on their way. */
  onSent?: (bytes: number) => void
  signal?: AbortSignal | undefined
}

/** How a file is sent. */
interface Way {
  /** Where uploads are begun. */
  to: string
  /** What the sender says of itself with each request. */
  headers?: Record<string, string>
  /** What an address of this kind ends with. */
  query?: string
  /** The folder it goes to, where the sender may choose one. */
  folder?: string | undefined
  /** Where an upload of this file was begun before. */
  known?: string | undefined
  /** Told where the upload was begun, so that it can go on there. */
  onBegun?(path: string): void
  onProgress(sentBytes: number): void
  /** Stops it; what has arrived stays. */
  signal?: AbortSignal
}

/**
 * Sends a file by the tus protocol, and goes on where it was when the connection breaks.
 *
 * @throws Refused when the service does not want it, or cannot be reached for a minute.
 */
export async function sendFile(file: File, way: Way): Promise<void> {
  await sendWhole(file, way)
}

/**
 * Sends a member's file, and answers the id of the file that it became. A lost answer is asked for again.
 *
 * @throws Refused as `sendFile` does.
 */
export async function sendForFile(file: File, way: Way): Promise<string> {
  const { path, fileId } = await sendWhole(file, way)
  if (fileId !== undefined) return fileId
  // To send nothing more makes the file if it is not there yet.
  const end = await patiently(() => sendFrom(path, file, { ...way, offset: file.size }))
  if (end.fileId !== undefined) return end.fileId
  throw new Refused("The file has arrived, and could not be found.", { status: 0, hint: "Choose it from the drive." })
}

async function sendWhole(file: File, way: Way): Promise<Progress & { path: string }> {
  const found = way.known === undefined ? undefined : await patiently(() => findKnown(way.known ?? "", way))
  const path = found?.path ?? (await patiently(() => begin(file, way)))
  if (!found) way.onBegun?.(path)
  let come: Progress = found ?? { offset: 0 }
  for (let tries = 0; come.offset < file.size; tries += 1) {
    way.onProgress(come.offset)
    try {
      come = await sendFrom(path, file, { ...way, offset: come.offset })
    } catch (error) {
      if (!mayGoOn(error) || tries >= maxTries) throw error
      await pause(waitSeconds(error, tries))
      const durable = await patiently(() => findProgress(path, way))
      if (durable.offset > come.offset) tries = 0
      come = durable
    }
  }
  way.onProgress(come.offset)
  return { ...come, path }
}

async function begin(file: File, { to, headers, query = "", folder, signal }: Way): Promise<string> {
  const place = folder === undefined ? "" : `,folder ${toBase64(folder)}`
  const metadata = `filename ${toBase64(file.name)},filetype ${toBase64(file.type)}${place}`
  const also = { ...headers, ...version, "upload-length": String(file.size), "upload-metadata": metadata }
  const answer = await ask({ method: "POST", path: to + query, headers: also, signal })
  return new URL(answer.getResponseHeader("location") ?? "", location.href).pathname + query
}

async function sendFrom(
  path: string,
  file: File,
  { offset, headers, onProgress, signal }: Way & { offset: number },
): Promise<Progress> {
  const of = { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) }
  const onSent = (bytes: number) => onProgress(offset + bytes)
  const body = file.slice(offset)
  return progressOf(
    await ask({ method: "PATCH", path, headers: { ...headers, ...version, ...of }, body, onSent, signal }),
  )
}

async function findProgress(path: string, { headers, signal }: Way): Promise<Progress> {
  return progressOf(await ask({ method: "HEAD", path, headers: { ...headers, ...version }, signal }))
}

/** An upload that was begun before, unless it has ended since. */
async function findKnown(path: string, way: Way): Promise<(Progress & { path: string }) | undefined> {
  try {
    return { path, ...(await findProgress(path, way)) }
  } catch (error) {
    if (error instanceof Refused && (error.status === 404 || error.status === 410)) return undefined
    throw error
  }
}

/** Gives an upload up, so that it takes no room. */
export async function dropSent(path: string, headers: Record<string, string>): Promise<void> {
  await ask({ method: "DELETE", path, headers: { ...headers, ...version } })
}

/** How far an upload is, and what file it became, where its sender is told. */
interface Progress {
  offset: number
  fileId?: string
}

function progressOf(answer: XMLHttpRequest): Progress {
  const fileId = answer.getResponseHeader("svc-file-id")
  return { offset: Number(answer.getResponseHeader("upload-offset")), ...(fileId !== null && { fileId }) }
}

/** Asks again while the service is away, or says that it is too much. */
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

/** A conflict about the offset is settled by asking for it. */
function mayGoOn(error: unknown): boolean {
  return error instanceof Refused && (error.isPassing || error.status === 409)
}

function waitSeconds(error: unknown, tries: number): number {
  return (error instanceof Refused && error.retryAfterSeconds) || Math.min(2 ** tries, 20)
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** XMLHttpRequest, because it alone tells how much of a body has left. */
function ask({ method, path, headers, body, onSent, signal }: Request): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const stopped = () => new DOMException("The upload was stopped.", "AbortError")
    if (signal?.aborted) return reject(stopped())
    const request = new XMLHttpRequest()
    signal?.addEventListener("abort", () => request.abort(), { once: true })
    request.onabort = () => reject(stopped())
    request.open(method, path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (onSent) request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onload = () => (request.status < 300 ? resolve(request) : reject(toRefused(request)))
    request.onerror = () =>
      reject(new Refused("The service cannot be reached.", { status: 0, hint: "Check your connection." }))
    request.send(body)
  })
}

function toRefused(request: XMLHttpRequest): Refused {
  const { message, hint } = readError(request.responseText)
  const seconds = Number(request.getResponseHeader("retry-after"))
  return new Refused(message ?? "The service did not answer as it should.", {
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
