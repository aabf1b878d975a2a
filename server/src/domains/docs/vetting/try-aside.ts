import { Worker } from "node:worker_threads"
import type * as Y from "yjs"
import { heavySteps, maxCpuMs, trialDeadlineMs } from "./limits.ts"
import type { Struct } from "./read-update.ts"

/** Whether an update may keep the process busy for long: one of a megabyte can be made to take minutes. */
export function isHeavy({ store }: Y.Doc, structs: readonly Struct[]): boolean {
  let parts = structs.length
  for (const { length } of store.clients.values()) parts += length
  return structs.length * parts > heavySteps
}

let line: Promise<unknown> = Promise.resolve()

/**
 * Applies an update in a thread of its own, which can be ended. One at a time, so that they take one processor at most.
 *
 * @param state what the doc holds.
 * @returns whether it took no longer than an update may.
 */
export function isBearable(state: Uint8Array, update: Uint8Array): Promise<boolean> {
  const trial = line.then(() => tryAside(state, update))
  line = trial
  return trial
}

async function tryAside(state: Uint8Array, update: Uint8Array): Promise<boolean> {
  const worker = new Worker(new URL("./trial-thread.ts", import.meta.url), {
    workerData: { state, update },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    env: {},
    execArgv: [],
  })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const late = setTimeout(() => resolve(false), trialDeadlineMs)
  worker.on("message", (cpuMs: number) => resolve(cpuMs <= maxCpuMs))
  worker.on("error", () => resolve(false))
  worker.on("exit", () => resolve(false))
  try {
    return await promise
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
