import { Readable } from "node:stream"
import { AbortMultipartUploadCommand, type S3Client } from "@aws-sdk/client-s3"
import type { Watch } from "./port.ts"

const sliceBytes = 64 * 1024
const tidyMs = 10_000

/** Requests end with the signal, and report each accepted slice, which tells a slow connection from a dead one. */
export function watched(client: S3Client, watch: Watch): S3Client {
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
