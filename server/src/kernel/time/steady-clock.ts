/**
 * Makes a clock that never runs backwards while the process lives. So expired things stay expired, and no duration is
 * negative. The clock follows `wall`, also when that is set ahead. When `wall` is set back, the clock runs on at 15/16
 * of normal speed until `wall` has caught up: leases and windows still end, a little late.
 *
 * @param wall epoch milliseconds, which may jump.
 * @param monotonic milliseconds from any start, which never jump.
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
