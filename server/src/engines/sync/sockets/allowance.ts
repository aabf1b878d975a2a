/** How much may be used at once, and how much comes back in a second. */
export interface Rate {
  readonly atOnce: number
  readonly perSecond: number
}

/** Takes from an allowance; false when there is not so much left. */
export type Take = (amount: number) => boolean

/** An allowance that fills again as time goes by. `nowMs` is a clock that never goes back. */
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
