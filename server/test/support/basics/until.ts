import { setTimeout as sleep } from "node:timers/promises"

/** Polls until the condition holds; fails after ten seconds, or another time. */
export async function until(isSo: () => Promise<boolean>, longestMs = 10_000): Promise<void> {
  const end = performance.now() + longestMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error("The condition did not become true.")
    await sleep(5)
  }
}
