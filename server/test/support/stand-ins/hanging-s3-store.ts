import type { IncomingMessage } from "node:http"
import type { TestContext } from "node:test"
import type { App } from "#access/perform.ts"
import type { Blobs } from "#adapters/blobs/port.ts"
import { openS3Blobs } from "#adapters/blobs/s3.ts"
import { withDeadlines } from "#adapters/blobs/with-deadlines.ts"
import { type S3Fate, type S3Server, s3Server } from "./s3-server.ts"

export interface HangingStore {
  blobs: Blobs
  peer: S3Server
  /** Makes a service use this store. */
  change(app: App): App
  /** Applies a fate to matching requests, and shortens the store's deadline. Without a fate the store works again. */
  let(fate?: S3Fate, fits?: (request: IncomingMessage) => boolean): void
}

/** A store behind S3 that a test can stall. */
export async function hangingStore(t: TestContext): Promise<HangingStore> {
  const peer = await s3Server(t)
  const store = openS3Blobs(peer.url)
  const patient = withDeadlines(store)
  const hasty = withDeadlines(store, 2_500) // enough for the answers before the one that hangs, also on a busy machine
  let now = patient
  const blobs: Blobs = {
    write: (...call) => now.write(...call),
    read: (...call) => now.read(...call),
    remove: (...call) => now.remove(...call),
    list: (...call) => now.list(...call),
  }
  return {
    blobs,
    peer,
    change: (app) => ({ ...app, blobs }),
    let(fate = "pass", fits = () => true) {
      now = fate === "pass" ? patient : hasty
      peer.fateOf = (request) => (fits(request) ? fate : "pass")
    },
  }
}
