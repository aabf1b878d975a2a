import { once } from "node:events"
import { readdirSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { TestContext } from "node:test"
import S3rver from "s3rver"
import { temporaryFolder } from "../databases/test-databases.ts"

const bucket = "files"

/** The fate of a request: it succeeds; it gets no response; or its response stalls, or is cut, half-way. */
export type S3Fate = "pass" | "hang" | "hang in the body" | "cut in the body"

export interface S3Server {
  /** In the form of `SVC_BLOBS_URL`. */
  url: string
  /** The names of all its files, including parts of unfinished uploads. */
  files(): string[]
  /** Decides about each request. */
  fateOf: (request: IncomingMessage) => S3Fate
  /** How many stalled requests still have an open connection. */
  hanging(): number
  stop(): Promise<void>
}

/** A store with an S3 API on this machine, with one empty bucket; removed after the test. */
export async function s3Server(t: TestContext): Promise<S3Server> {
  const folder = temporaryFolder(t)
  const peer = new S3rver({ silent: true, directory: folder, configureBuckets: [{ name: bucket, configs: [] }] })
  await peer.configureBuckets()
  const answer = peer.callback()
  let hanging = 0
  const server = createServer((request, response) => {
    const fate = opened.fateOf(request)
    const hang = () => {
      hanging += 1
      response.on("close", () => {
        hanging -= 1
      })
    }
    if (fate === "hang") {
      hang()
      // Without reading the body, the server would not notice that the client has disconnected.
      return void request.resume()
    }
    if (fate === "hang in the body") afterFirstBytes(response, hang)
    if (fate === "cut in the body") afterFirstBytes(response, () => response.destroy())
    const uploadId = new URL(request.url ?? "", "http://s3").searchParams.get("uploadId")
    if (request.method !== "DELETE" || uploadId === null) return answer(request, response)
    // s3rver does not support AbortMultipartUpload.
    rmSync(join(peer.store.getResourcePath(bucket, undefined, "uploads"), uploadId), { recursive: true })
    response.writeHead(204).end()
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const opened: S3Server = {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?region=eu-central-1&tls=off`,
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    fateOf: () => "pass",
    hanging: () => hanging,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
  t.after(opened.stop)
  return opened
}

/** Sends the headers and the first bytes of a response, then calls `stop` and sends nothing more. */
function afterFirstBytes(response: ServerResponse, stop: () => void): void {
  const write = response.write.bind(response)
  response.write = (chunk: Buffer) => {
    write(chunk.subarray(0, 1_000), stop)
    response.write = () => false
    return false
  }
}
