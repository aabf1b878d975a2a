import { setTimeout as sleep } from "node:timers/promises"

/** Makes a bell, which wakes whoever waits for it, or lets the next one who waits go on at once. */
export function openBell() {
  let rung = new AbortController()
  return {
    ring: () => rung.abort(),
    /** Answers when it has been rung since the last time, or after `ms`. */
    async wait(ms: number): Promise<void> {
      await sleep(ms, undefined, { signal: rung.signal }).catch(() => {})
      rung = new AbortController()
    },
  }
}
