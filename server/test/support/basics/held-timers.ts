import type { TestContext } from "node:test"
import { until } from "./until.ts"

export interface HeldTimers {
  /** How many run now. */
  count(): number
  /** Waits until one runs, and lets it run out at once. */
  runOut(): Promise<void>
}

/** Holds the timers of exactly `ms`, so that a limit is passed when a test says so, however busy the machine is. */
export function holdTimers(t: TestContext, ms: number): HeldTimers {
  const running = new Map<unknown, () => void>()
  const { setTimeout: start, clearTimeout: stop } = globalThis
  t.mock.method(
    globalThis,
    "setTimeout",
    (work: (...given: unknown[]) => void, delay?: number, ...given: unknown[]) => {
      const timer = start(work, delay, ...given)
      if (delay === ms) running.set(timer, () => work(...given))
      return timer
    },
  )
  t.mock.method(globalThis, "clearTimeout", (timer: NodeJS.Timeout | undefined) => {
    running.delete(timer)
    stop(timer)
  })
  return {
    count: () => running.size,
    async runOut() {
      await until(async () => running.size > 0)
      for (const work of running.values()) work()
    },
  }
}
