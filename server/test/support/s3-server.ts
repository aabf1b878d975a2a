import { once } from "node:events"
import { readdirSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { TestContext } from "node:test"
import S3rver from "s3rver"
import { temporaryFolder } from "./databases.ts"

const bucket = "files"

export interface S3Server {
  /** As `SVC_BLOBS_URL` takes it. */
  url: string
  /** The names of all files it keeps, parts of unfinished uploads among them. */
  files(): string[]
  stop(): Promise<void>
}

/** A store that speaks S3, on this machine, with one empty bucket; gone after the test. */
export async function s3Server(t: TestContext): Promise<S3Server> {
  const folder = temporaryFolder(t)
  const peer = new S3rver({ silent: true, directory: folder, configureBuckets: [{ name: bucket, configs: [] }] })
  await peer.configureBuckets()
  const answer = peer.callback()
  const server = createServer((request, response) => {
    const uploadId = new URL(request.url ?? "", "http://s3").searchParams.get("uploadId")
    if (request.method !== "DELETE" || uploadId === null) return answer(request, response)
    // s3rver knows no AbortMultipartUpload.
    rmSync(join(peer.store.getResourcePath(bucket, undefined, "uploads"), uploadId), { recursive: true })
    response.writeHead(204).end()
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const stop = async () => {
    server.close()
    server.closeAllConnections()
  }
  t.after(stop)
  const { port } = server.address() as AddressInfo
  return {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?region=eu-central-1&tls=off`,
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    stop,
  }
}
