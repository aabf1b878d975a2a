import { parentPort, workerData } from "node:worker_threads"
import * as Y from "yjs"
import { newDoc } from "./new-doc.ts"

/** What a trial is given. `mostCpuMs`: after that much of the processor it is broken off as slow. */
export interface Trial {
  readonly state: Uint8Array
  readonly update: Uint8Array
  readonly mostSteps: number
  readonly mostCpuMs: number
}

const { state, update, mostSteps, mostCpuMs } = workerData as Trial

/** So often it is looked how much of the processor was used. */
const stepsBetweenLooks = 65_536
/** Moving this many places of a list takes about as long as a step. */
const placesOfStep = 16

let steps = 0
let began = process.threadCpuUsage()

/** Yjs passes errors on from anywhere, so that is how it is ended. */
function count(by: number): void {
  const looks = Math.floor(steps / stepsBetweenLooks)
  steps += by
  if (steps > mostSteps) throw new Error("too much work")
  if (Math.floor(steps / stepsBetweenLooks) > looks && cpuMs() > mostCpuMs) throw new Error("slow")
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1_000
}

/**
 * Counts what Yjs does, which is the same on every machine: each part that it looks at (it asks whether that is deleted),
 * each that it compares a new part with (it puts them into a set), and what it moves to make room in its lists. This
 * thread does nothing else.
 */
function countSteps(): void {
  const deleted = Object.getOwnPropertyDescriptor(Y.Item.prototype, "deleted")
  Object.defineProperty(Y.Item.prototype, "deleted", {
    ...deleted,
    get(this: Y.Item) {
      count(1)
      return deleted?.get?.call(this)
    },
  })
  const { add } = Set.prototype
  Set.prototype.add = function (value) {
    count(1)
    return add.call(this, value)
  }
  const { splice } = Array.prototype
  Array.prototype.splice = function (this: unknown[], ...args: unknown[]) {
    count(1 + Math.max(0, this.length - Number(args[0])) / placesOfStep)
    return Reflect.apply(splice, this, args)
  }
}

const doc = newDoc()
Y.applyUpdate(doc, state)
countSteps()
began = process.threadCpuUsage()
try {
  Y.applyUpdate(doc, update)
} catch {} // that it cannot be applied is found out where it counts
parentPort?.postMessage({ steps, cpuMs: cpuMs() })
