/** More than one frame at 60 Hz (17 ms). */
const slowMs = 25
/** A longer frame means that the page was hidden or the device slept. */
const asleepMs = 1_000

type NextFrame = (draw: (at: number) => void) => unknown

/**
 * Schedules a drawing with `nextFrame` (`requestAnimationFrame`). After a drawing that took longer than a frame, such
 * as a paragraph of 64 kB, the next one is delayed.
 */
export function drawBy(nextFrame: NextFrame): (draw: () => void) => void {
  let lastTook = 0
  return (draw) => {
    const drawNow = () =>
      nextFrame((at) => {
        draw()
        nextFrame((next) => {
          const took = next - at
          lastTook = took < asleepMs ? took : 0
        })
      })
    if (lastTook > slowMs) setTimeout(drawNow, 3 * lastTook)
    else drawNow()
  }
}
