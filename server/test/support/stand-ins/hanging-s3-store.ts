import type { IncomingMessage } from "node:http"
import type { TestContext } from "node:test"
import type { App } from "#access/perform.ts"
import type { BlobStore, Blobs, Watch } from "#adapters/blobs/port.ts"
import { openS3Blobs } from "#adapters/blobs/s3.ts"
import { withDeadlines } from "#adapters/blobs/with-deadlines.ts"
import { type S3Fate, type S3Server, s3Server } from "./s3-server.ts"

export interface HangingStore {
  blobs: Blobs
  peer: S3Server
  /** Makes a service use this store. */
  change(app: App): App
  /** Applies a fate to matching requests. Without a fate the store works again. */
  let(fate?: S3Fate, fits?: (request: IncomingMessage) => boolean): void
}

/** How long a hanging request is waited for, in milliseconds. */
const limitMs = 300

/** A store behind S3 that a test can stall. */
export async function hangingStore(t: TestContext): Promise<HangingStore> {
  const peer = await s3Server(t)
  const blobs = withDeadlines(movingUntilHang(t, peer), limitMs)
  return {
    blobs,
    peer,
    change: (app) => ({ ...app, blobs }),
    let(fate = "pass", fits = () => true) {
      peer.fateOf = (request) => (fits(request) ? fate : "pass")
    },
  }
}

/** Reports progress until a request hangs. So only the hang ends a call, however busy the machine is. */
function movingUntilHang(t: TestContext, peer: S3Server): BlobStore {
  const store = openS3Blobs(peer.url)
  const watches = new Set<Watch>()
  const timer = setInterval(() => {
    if (peer.hanging() === 0) for (const { progress } of watches) progress()
  }, limitMs / 10)
  t.after(() => clearInterval(timer))
  const noted = <How extends Watch>(how: How): How => {
    watches.add(how)
    return how
  }
  return {
    write: (key, bytes, how) => store.write(key, bytes, noted(how)),
    read: (key, how) => store.read(key, noted(how)),
    remove: (key, how) => store.remove(key, noted(how)),
    list: (how) => store.list(noted(how)),
  }
}
