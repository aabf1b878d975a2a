import { Worker } from "node:worker_threads"
import { openFairQueue } from "#kernel/bounds/fair-queue.ts"
import type { Stored } from "./build.ts"
import type { Digest } from "./digest-stored.ts"

const ownThread = new URL("./digest-thread.ts", import.meta.url)

/** The most docs digested at once, and waiting in all and for one account. One account gets one at a time. */
const lane = { atOnce: 2, waiting: 64, waitingOfOne: 4 }
/** The time limit, in milliseconds. A doc of eight megabytes takes two seconds on an idle machine. */
const deadlineMs = 60_000
/** A thread that is idle for this long is ended, because it keeps 80 MB. */
const idleMs = 60_000
const heapMb = 768

/** Digests the rows from `read`, queued under the account that wrote last. A waiting call holds no content. */
export type DigestAside = (accountId: string, read: () => Promise<Stored>) => Promise<Digest>

/** Worker threads digest large docs. A thread that fails or takes too long is ended: only its doc gets an error. */
export function openDigestAside({ thread = ownThread, mostMs = deadlineMs } = {}): DigestAside {
  const queue = openFairQueue(lane)
  const idle: { worker: Worker; end: NodeJS.Timeout }[] = []

  const take = (): Worker => {
    const known = idle.pop()
    clearTimeout(known?.end)
    if (known) return known.worker
    const worker = new Worker(thread, { resourceLimits: { maxOldGenerationSizeMb: heapMb }, env: {}, execArgv: [] })
    worker.unref()
    worker.on("error", () => {}) // an error of an idle thread
    return worker
  }

  const giveBack = (worker: Worker) => {
    const entry = { worker, end: setTimeout(() => leave(entry), idleMs).unref() }
    const leave = (gone: typeof entry) => {
      const at = idle.indexOf(gone)
      if (at >= 0) idle.splice(at, 1)
      void worker.terminate()
    }
    idle.push(entry)
    worker.once("exit", () => leave(entry))
  }

  return (accountId, read) =>
    queue(accountId, async () => {
      const stored = await read()
      const worker = take()
      try {
        const digest = await ask(worker, stored, mostMs)
        giveBack(worker)
        return digest
      } catch (fault) {
        void worker.terminate()
        throw fault
      }
    })
}

async function ask(worker: Worker, stored: Stored, mostMs: number): Promise<Digest> {
  const { promise, resolve, reject } = Promise.withResolvers<Digest>()
  const onError = (cause: unknown) => reject(new Error("The thread that reads a doc failed.", { cause }))
  const onExit = () => onError("it ended")
  const late = setTimeout(() => onError("it took too long"), mostMs)
  worker.once("message", resolve)
  worker.once("error", onError)
  worker.once("exit", onExit)
  try {
    worker.postMessage(stored)
    return await promise
  } finally {
    clearTimeout(late)
    worker.off("message", resolve)
    worker.off("error", onError)
    worker.off("exit", onExit)
  }
}
