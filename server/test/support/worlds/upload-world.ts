import { readdirSync } from "node:fs"
import { type IncomingHttpHeaders, request as open } from "node:http"
import type { TestContext } from "node:test"
import { perform } from "#access/perform.ts"
import { createUploadLink } from "#domains/drive/index.ts"
import { findStorage } from "#domains/drive/storage/storage-store.ts"
import { type HttpOptions, type HttpWorld, httpWorld, listen } from "./http-world.ts"

export interface Sent {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface UploadWorld extends HttpWorld {
  /** The path of the link: `/u/…`. */
  link: string
  linkId: string
  port: number
  /** Sends a request whose body `write` writes, over a real connection, and returns the response. */
  send(method: string, path: string, sending?: Sending): Promise<Sent>
  /** The remaining files, uploads, parts, blobs and used bytes. */
  left(): Promise<{ files: string[]; uploads: number; parts: number; blobs: number; usedBytes: number }>
}

/** Writes a body; it calls `end`, or never does. */
export type Write = (body: { write(chunk: Buffer): Promise<void>; end(): void; destroy(): void }) => Promise<void>

interface Sending {
  headers?: Record<string, string | number>
  /** The whole body; `write` is for one that is sent in pieces. */
  bytes?: Buffer
  write?: Write
}

/** A listening service with an upload link. */
export async function uploadWorld(
  t: TestContext,
  limits: object = {},
  options: Pick<HttpOptions, "kind" | "change"> = {},
): Promise<UploadWorld> {
  const world = await httpWorld(t, { ...options, settings: { SVC_RATE_WRITES: "1000" } })
  const { url, id } = await perform({ app: world.app, caller: world.callers.member }, createUploadLink, {
    maxFiles: 10,
    ...limits,
  })
  const { port } = await listen(world)
  return {
    ...world,
    port,
    link: new URL(url).pathname,
    linkId: id,
    send: (method, path, sending = {}) => send({ port, method, path }, sending),
    left: () => leftIn(world),
  }
}

function send(
  { port, method, path }: { port: number; method: string; path: string },
  { headers, bytes, write = (body) => writeAll(body, bytes) }: Sending,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = open({ host: "127.0.0.1", port, method, path, headers: { host: "localhost:3000", ...headers } })
    let isAnswered = false
    request.on("response", async (response) => {
      isAnswered = true
      let text = ""
      for await (const chunk of response) text += chunk
      request.destroy()
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
    })
    request.on("error", (error) => {
      if (!isAnswered) reject(error)
    })
    const body = {
      write: (chunk: Buffer) =>
        new Promise<void>((done) => {
          if (isAnswered || request.destroyed) return done()
          request.write(chunk, () => done())
        }),
      end: () => void request.end(),
      destroy: () => void request.destroy(),
    }
    request.flushHeaders()
    write(body).catch(reject)
  })
}

async function writeAll(body: Parameters<Write>[0], bytes?: Buffer): Promise<void> {
  if (bytes) await body.write(bytes)
  body.end()
}

async function leftIn({ app, cx, workspaceId, folder }: HttpWorld) {
  const { read } = app.database
  const names = await read.selectFrom("files").select("name").orderBy("name").execute()
  const blobs = readdirSync(`${folder}/blobs`, { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
  return {
    files: names.map(({ name }) => name),
    uploads: (await read.selectFrom("uploads").select("id").where("state", "=", "open").execute()).length,
    parts: (await read.selectFrom("upload_parts").select("blob_key").execute()).length,
    blobs: blobs.length,
    usedBytes: (await findStorage(cx, workspaceId)).used_bytes,
  }
}
