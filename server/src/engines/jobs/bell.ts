import { setTimeout as sleep } from "node:timers/promises"

/** A ring ends the current wait, or the next one when there is none. */
export function openBell() {
  let rung = new AbortController()
  return {
    ring: () => rung.abort(),
    /** Resolves when the bell has been rung since the last wait, or after `ms` milliseconds. */
    async wait(ms: number): Promise<void> {
      await sleep(ms, undefined, { signal: rung.signal }).catch(() => {})
      rung = new AbortController()
    },
  }
}
