/**
 * Makes a clock that never goes back while the process lives, so that what was seen expired stays expired and no
 * length of time comes out negative. It shows the wall's time. When the wall is set back, it goes on from where it was
 * at 15/16 of the pace until the wall has caught up: leases and windows still end, a little late. When the wall is set
 * ahead, it follows at once.
 *
 * @param wall epoch milliseconds, which may jump; `monotonic` any milliseconds that never do.
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
