import { Readable } from "node:stream"
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3"
import { Upload } from "@aws-sdk/lib-storage"
import { measureUpTo } from "#kernel/bounds/measure-bytes.ts"
import { upstreamError } from "#kernel/error.ts"
import { checkKey, noSuchBlob } from "./key.ts"
import type { BlobStore, ListedBlob, Watch } from "./port.ts"

const partBytes = 8 * 1024 * 1024
/** A download holds a socket until its reader is done. Slow readers would soon hold the library's default of 50. */
const maxSockets = 1_000

/** `s3://key:secret@host:port/bucket?region=…`, with `&tls=off` for plain http. @throws Error for other addresses. */
export function openS3Blobs(url: string): BlobStore {
  const { client, bucket } = connect(url)
  const at = (key: string) => {
    checkKey(key)
    return { Bucket: bucket, Key: key }
  }
  return {
    async write(key, bytes, { maxBytes, ...watch }) {
      const measure = measureUpTo(maxBytes)
      // No buffer, so that the source is not read ahead while a part is being sent.
      const body = Readable.from(measure.through(bytes), { objectMode: false, highWaterMark: 0 })
      // One part at a time: if the stream fails, no part is being sent, and the abort removes all of them.
      const params = { ...at(key), Body: body }
      const upload = new Upload({ client: watched(client, watch), params, partSize: partBytes, queueSize: 1 })
      await upload.done().catch((error) => failed(body.errored ?? error))
      return measure.result()
    },

    async read(key, { range, signal }) {
      const Range = range && `bytes=${range.start}-${range.end}`
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...at(key), ...(Range ? { Range } : {}) }), {
          abortSignal: signal,
        })
        return Body as Readable
      } catch (error) {
        if (isFault(error, "NoSuchKey")) throw noSuchBlob(error)
        if (isFault(error, "InvalidRange")) return Readable.from([])
        return failed(error)
      }
    },

    async remove(key, { signal }) {
      await client.send(new DeleteObjectCommand(at(key)), { abortSignal: signal }).catch(failed)
    },

    list: async ({ prefix, ...watch }) => listObjects(client, { Bucket: bucket, ...under(prefix) }, watch),
  }
}

function under(prefix: string | undefined): { Prefix?: string } {
  if (prefix === undefined) return {}
  checkKey(prefix)
  return { Prefix: `${prefix}/` }
}

/** Uses version 1 of ListObjects: every store has it, and its marker is a key. */
async function listObjects(
  client: S3Client,
  asked: { Bucket: string; Prefix?: string },
  { signal, progress }: Watch,
): Promise<ListedBlob[]> {
  const listed: ListedBlob[] = []
  for (let last: string | undefined, isOver = false; !isOver; ) {
    const page = new ListObjectsCommand({ ...asked, ...(last !== undefined && { Marker: last }) })
    const { Contents = [], IsTruncated = false } = await client.send(page, { abortSignal: signal }).catch(failed)
    listed.push(...Contents.map(({ Key = "", Size = 0 }) => ({ key: Key, sizeBytes: Size })))
    last = listed.at(-1)?.key
    isOver = !IsTruncated
    progress()
  }
  return listed
}

function connect(url: string): { client: S3Client; bucket: string } {
  const { host, username, password, pathname, searchParams } = new URL(url)
  const bucket = pathname.slice(1)
  if (!host || !username || !password || !/^[\w.-]+$/.test(bucket)) {
    throw new Error("The address of the file store is not of the form s3://key:secret@host:port/bucket?region=….")
  }
  const client = new S3Client({
    endpoint: `${searchParams.get("tls") === "off" ? "http" : "https"}://${host}`,
    region: searchParams.get("region") ?? "us-east-1",
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    forcePathStyle: true,
    // Stores other than Amazon's refuse the checksums that the library would add.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: 3_000,
      // A slow download is idle while its reader pauses. The deadline of `withDeadlines` ends a stalled one.
      requestTimeout: 0,
      socketTimeout: 0,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  })
  return { client, bucket }
}

function isFault(error: unknown, name: string): boolean {
  return error instanceof S3ServiceException && error.name === name
}

/** Converts a fault of the store to an upstream error; rethrows a fault of the stream unchanged. */
function failed(error: unknown): never {
  throw error instanceof Error && "$metadata" in error ? upstreamError("The file store", error) : error
}

const sliceBytes = 64 * 1024
const tidyMs = 10_000

/** Requests end with the signal, and report each accepted slice, which tells a slow connection from a dead one. */
function watched(client: S3Client, watch: Watch): S3Client {
  const view: S3Client = Object.create(client)
  const send = async (command: Parameters<S3Client["send"]>[0]) => {
    // The remains of a failed upload are always removed.
    const isTidying = command instanceof AbortMultipartUploadCommand
    command.middlewareStack.add((next) => (call) => next({ ...call, request: sliced(call.request, watch) }), {
      step: "deserialize",
      priority: "low",
    })
    return client.send(command, { abortSignal: isTidying ? AbortSignal.timeout(tidyMs) : watch.signal })
  }
  return Object.assign(view, { send })
}

function sliced(request: unknown, watch: Watch): object {
  const { body, ...rest } = request as { body?: unknown }
  if (!(body instanceof Uint8Array) || body.length === 0) return request as object
  return { ...rest, body: Readable.from(slices(body, watch), { objectMode: false, highWaterMark: 0 }) }
}

function* slices(bytes: Uint8Array, { progress }: Watch): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    progress()
    yield bytes.subarray(start, start + sliceBytes)
  }
}
