/** Counts work that is under way. */
export function openCountdown() {
  let count = 0
  let waiting: (() => void)[] = []
  return {
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      count += 1
      try {
        return await work()
      } finally {
        count -= 1
        if (count === 0) for (const go of waiting.splice(0)) go()
      }
    },
    /** Resolves when nothing is under way, or after `ms` milliseconds. */
    async zero(ms: number): Promise<void> {
      if (count === 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
      waiting = []
    },
  }
}
