import { parentPort } from "node:worker_threads"
import type { Stored } from "./build.ts"
import { digestStored } from "./digest-stored.ts"

/** Answers each message with the digest of one doc. An error ends the thread, which its parent notices. */
parentPort?.on("message", (stored: Stored) => parentPort?.postMessage(digestStored(stored)))
