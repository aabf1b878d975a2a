import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** When the requests that waited for the start have been answered. */
const afterStartMs = 1_000

/**
 * Frees, a second later, memory that the start used and an idle server does not need: some 50 MB. This blocks the
 * process for some 60 ms.
 */
export function giveBackMemory(): void {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as (options: { type: "major"; flavor: "last-resort" }) => void
  setTimeout(() => collect({ type: "major", flavor: "last-resort" }), afterStartMs).unref()
}
