/**
 * Never runs backwards: expired things stay expired. Follows `wall` (epoch milliseconds) ahead. After `wall` is set
 * back, it runs at 15/16 of normal speed until `wall` has caught up, so leases still end. `monotonic` never jumps.
 */
export function steadyClock(wall: () => number, monotonic: () => number = () => performance.now()): () => number {
  let shown = wall()
  let at = monotonic()
  return () => {
    const now = monotonic()
    shown = Math.max(wall(), shown + (now - at) * catchingUp)
    at = now
    return Math.floor(shown)
  }
}

const catchingUp = 15 / 16
