import { parentPort, workerData } from "node:worker_threads"
import * as Y from "yjs"
import { newDoc } from "./new-doc.ts"

/** The input of a trial. A trial with more CPU time than `mostCpuMs` is cancelled as slow. */
export interface Trial {
  readonly state: Uint8Array
  readonly update: Uint8Array
  readonly mostSteps: number
  readonly mostCpuMs: number
}

const { state, update, mostSteps, mostCpuMs } = workerData as Trial

const stepsBetweenChecks = 65_536
/** Moving this many elements of a list counts as one step. */
const placesOfStep = 16

let steps = 0
let began = process.threadCpuUsage()

/** Cancels a trial by a throw, which Yjs passes on from anywhere. */
function count(by: number): void {
  const checks = Math.floor(steps / stepsBetweenChecks)
  steps += by
  if (steps > mostSteps) throw new Error("too much work")
  if (Math.floor(steps / stepsBetweenChecks) > checks && cpuMs() > mostCpuMs) throw new Error("slow")
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1_000
}

/**
 * Counts Yjs's operations, whose number is the same on every machine: reads of `deleted` for each part that it visits,
 * additions to sets for each comparison of a new part, and elements moved by `splice`. This thread runs nothing else.
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
} catch {} // the main thread finds errors itself
parentPort?.postMessage({ steps, cpuMs: cpuMs() })
