import { setTimeout as sleep } from "node:timers/promises"

/** Asks again and again until it is so; fails after ten seconds, or another time. */
export async function until(isSo: () => Promise<boolean>, longestMs = 10_000): Promise<void> {
  const end = performance.now() + longestMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error("It did not come to be.")
    await sleep(5)
  }
}
