export interface Bell {
  ring(): void
  /** Answers when it has been rung since the last time, or after `ms`. */
  wait(ms: number): Promise<void>
}

/** Wakes who waits, or lets the next one who waits go on at once. */
export function openBell(): Bell {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      rung = true
      wake?.()
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
      wake = undefined
    },
  }
}
