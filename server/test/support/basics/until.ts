import { setTimeout as sleep } from "node:timers/promises"

/** Polls until the condition holds. Fails after a minute: a busy machine takes twenty times as long as a quiet one. */
export async function until(isSo: () => Promise<boolean>, longestMs = 60_000): Promise<void> {
  const end = performance.now() + longestMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error("The condition did not become true.")
    await sleep(5)
  }
}
