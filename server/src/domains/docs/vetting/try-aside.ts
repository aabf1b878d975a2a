import { Worker } from "node:worker_threads"
import * as Y from "yjs"
import { openFairQueue } from "#kernel/bounds/fair-queue.ts"
import { firstBehind } from "./first-behind.ts"
import { heavySteps, maxFastCpuMs, maxSteps, trialDeadlineMs, trialLanes } from "./limits.ts"
import type { ReadUpdate } from "./read-update.ts"
import type { Trial } from "./trial-thread.ts"

/** Whether an update may block the process for long. A crafted megabyte can take minutes. */
export function isHeavy({ store }: Y.Doc, { structs, deleted }: ReadUpdate): boolean {
  let parts = structs.length
  for (const { length } of store.clients.values()) parts += length
  let changed = structs.length
  for (const [client, ranges] of deleted) {
    const known = store.clients.get(client)
    if (known) for (const range of ranges) changed += countNew(known, range)
    if (changed * parts > heavySteps) return true
  }
  return changed * parts > heavySteps
}

/** The number of parts in a range that are not deleted yet. An element's attributes are deleted with it. */
function countNew(structs: readonly (Y.Item | Y.GC)[], { clock, len }: { clock: number; len: number }): number {
  let count = 0
  // Does not use Yjs's own search, which throws for an unknown clock.
  for (let at = firstBehind(structs, endOf, clock); at < structs.length; at += 1) {
    const struct = structs[at]
    if (!struct || struct.id.clock >= clock + len) break
    if (struct.deleted || !(struct instanceof Y.Item)) continue
    count += 1 + (struct.content instanceof Y.ContentType ? struct.content.type._map.size : 0)
  }
  return count
}

const endOf = ({ id, length }: Y.Item | Y.GC) => id.clock + length

const queues = { fast: openFairQueue(trialLanes.fast), slow: openFairQueue(trialLanes.slow) }

/**
 * Applies an update in a worker thread; slow trials restart in the slow lane. `doc` is read when the trial begins.
 * Returns whether the update stays within the limit. @throws QueueFull, or Error where a trial has no result in time.
 */
export async function isBearable(accountId: string, doc: () => Y.Doc, update: Uint8Array): Promise<boolean> {
  const tryIn = (lane: "fast" | "slow") =>
    queues[lane](accountId, () => tryAside(lane, Y.encodeStateAsUpdate(doc()), update))
  const fast = await tryIn("fast")
  const outcome = fast === "slow" ? await tryIn("slow") : fast
  if (outcome === "slow") throw new Error("An update could not be tried in time.")
  return outcome === "bearable"
}

type Outcome = "bearable" | "too much" | "slow"

async function tryAside(lane: "fast" | "slow", state: Uint8Array, update: Uint8Array): Promise<Outcome> {
  const mostCpuMs = lane === "fast" ? maxFastCpuMs : Number.POSITIVE_INFINITY
  const worker = new Worker(new URL("./trial-thread.ts", import.meta.url), {
    workerData: { state, update, mostSteps: maxSteps, mostCpuMs } satisfies Trial,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    env: {},
    execArgv: [],
  })
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const late = setTimeout(() => resolve("slow"), trialDeadlineMs[lane])
  worker.on("message", ({ steps, cpuMs }: { steps: number; cpuMs: number }) => {
    resolve(steps > maxSteps ? "too much" : cpuMs > mostCpuMs ? "slow" : "bearable")
  })
  worker.on("error", () => resolve("too much"))
  worker.on("exit", () => resolve("too much"))
  try {
    return await promise
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
