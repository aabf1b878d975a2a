import type { FastifyReply, FastifyRequest } from "fastify"
import { invalidInput, ServiceError } from "#kernel/error.ts"

/** The version of the tus protocol (https://tus.io/protocols/resumable-upload). */
export const tusVersion = "1.0.0"
const offsetType = "application/offset+octet-stream"

/** "The Tus-Resumable header MUST be included in every request and response except for OPTIONS requests." */
export function requireVersion(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("tus-resumable", tusVersion)
  if (request.headers["tus-resumable"] === tusVersion) return
  // "If the version specified by the Client is not supported by the Server, it MUST respond with the 412".
  reply.header("tus-version", tusVersion)
  throw new ServiceError("invalid_request", "This version of the tus protocol is not supported.", {
    status: 412,
    hint: `Send \`Tus-Resumable: ${tusVersion}\`, or the whole file with PUT.`,
  })
}

/** @throws ServiceError when a header is no number of bytes. */
export function readNumber({ headers }: FastifyRequest, name: string): number {
  const text = String(headers[name] ?? "")
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw invalidInput(`The header \`${name}\` is missing or not a number.`, "Send a number of bytes.")
}

interface Metadata {
  name: string
  contentType: string | undefined
  /** The folder that the sender chose, where they may. */
  folderId: string | null
  /** The file's path within a folder that the sender chose, by the name that Uppy sends. */
  relativePath: string | undefined
}

/** "Comma-separated key-value pairs … The value MUST be Base64 encoded." */
export function readMetadata(header: string | string[] | undefined): Metadata {
  const pairs = String(header ?? "")
    .split(",")
    .map((pair) => pair.trim().split(" "))
  const read = (key: string) => {
    const value = pairs.find(([name]) => name === key)?.[1]
    return value === undefined ? undefined : Buffer.from(value, "base64").toString("utf8")
  }
  const type = read("filetype")?.slice(0, 200)
  return {
    name: read("filename") || "file",
    contentType: type === "" ? undefined : type,
    folderId: read("folder") || null,
    relativePath: read("relativePath") || undefined,
  }
}

export function progress({
  offsetBytes,
  expiresAt,
}: {
  offsetBytes: number
  expiresAt: number
}): Record<string, string> {
  return { "upload-offset": String(offsetBytes), "upload-expires": toDate(expiresAt) }
}

export const toDate = (ms: number) => new Date(ms).toUTCString()

/** @throws ServiceError 415 for another content type than an upload's. */
export function requireOffsetType({ headers }: FastifyRequest): void {
  if (headers["content-type"] !== offsetType) throw otherType()
}

const otherType = () =>
  new ServiceError("invalid_request", "The upload’s content type is not supported.", {
    status: 415,
    hint: `Send \`Content-Type: ${offsetType}\`.`,
  })
