import { parentPort, workerData } from "node:worker_threads"
import * as Y from "yjs"
import { newDoc } from "./vetting-doc.ts"

const { state, update } = workerData as { state: Uint8Array; update: Uint8Array }
const doc = newDoc()
Y.applyUpdate(doc, state)
const before = process.threadCpuUsage()
try {
  Y.applyUpdate(doc, update)
} catch {} // that it cannot be applied is found out where it counts
const { user, system } = process.threadCpuUsage(before)
parentPort?.postMessage((user + system) / 1_000)
