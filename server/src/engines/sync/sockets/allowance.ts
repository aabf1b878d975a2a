/** A token bucket: its size, and how much refills in a second. */
interface Rate {
  readonly atOnce: number
  readonly perSecond: number
}

export type Take = (amount: number) => boolean

/** Opens a token bucket. `nowMs` is a monotonic clock. */
export function openAllowance({ atOnce, perSecond }: Rate, nowMs: () => number = () => performance.now()): Take {
  let left = atOnce
  let since = nowMs()
  return (amount) => {
    const now = nowMs()
    left = Math.min(atOnce, left + ((now - since) / 1_000) * perSecond)
    since = now
    if (amount > left) return false
    left -= amount
    return true
  }
}
