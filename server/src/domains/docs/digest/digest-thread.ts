import { parentPort } from "node:worker_threads"
import type { Stored } from "./build.ts"
import { digestStored } from "./digest-stored.ts"

/** Answers each message with the digest of what is stored of one doc. An error ends the thread, and is answered so. */
parentPort?.on("message", (stored: Stored) => parentPort?.postMessage(digestStored(stored)))
