import { setTimeout as sleep } from "node:timers/promises"

/** Makes a bell. Ringing it wakes whoever waits; if nobody does, the next wait ends at once. */
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
