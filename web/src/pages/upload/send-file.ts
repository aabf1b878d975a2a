import { Refused } from "../../api/call.ts"

const version = { "tus-resumable": "1.0.0" }
/** How often it is tried to go on without a byte arriving. */
const maxTries = 6

interface Request {
  method: "POST" | "HEAD" | "PATCH"
  path: string
  headers: Record<string, string>
  body?: Blob
  /** Told how many bytes of the body are on their way. */
  onSent?: (bytes: number) => void
}

/**
 * Sends a file by the tus protocol, and goes on where it was when the connection breaks.
 *
 * @throws Refused when the service does not want it, or cannot be reached for a minute.
 */
export async function sendFile(uploadPath: string, file: File, onProgress: (sentBytes: number) => void): Promise<void> {
  const path = await patiently(() => begin(uploadPath, file))
  let offset = 0
  for (let tries = 0; offset < file.size; tries += 1) {
    try {
      offset = await sendFrom(path, file, { offset, onProgress })
    } catch (error) {
      if (!mayGoOn(error) || tries >= maxTries) throw error
      await pause(waitSeconds(error, tries))
      const durable = await patiently(() => findOffset(path))
      if (durable > offset) tries = 0
      offset = durable
    }
    onProgress(offset)
  }
}

async function begin(uploadPath: string, file: File): Promise<string> {
  const metadata = `filename ${toBase64(file.name)},filetype ${toBase64(file.type)}`
  const headers = { ...version, "upload-length": String(file.size), "upload-metadata": metadata }
  const answer = await ask({ method: "POST", path: uploadPath, headers })
  return new URL(answer.getResponseHeader("location") ?? "", location.href).pathname
}

async function sendFrom(
  path: string,
  file: File,
  { offset, onProgress }: { offset: number; onProgress: (sentBytes: number) => void },
): Promise<number> {
  const headers = { ...version, "content-type": "application/offset+octet-stream", "upload-offset": String(offset) }
  const onSent = (bytes: number) => onProgress(offset + bytes)
  return offsetOf(await ask({ method: "PATCH", path, headers, body: file.slice(offset), onSent }))
}

async function findOffset(path: string): Promise<number> {
  return offsetOf(await ask({ method: "HEAD", path, headers: version }))
}

const offsetOf = (answer: XMLHttpRequest) => Number(answer.getResponseHeader("upload-offset"))

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
function ask({ method, path, headers, body, onSent }: Request): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
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
