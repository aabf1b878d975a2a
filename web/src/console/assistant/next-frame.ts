/** A frame of a screen has 17 ms. */
const slowMs = 25
/** No drawing takes so long: the page was hidden meanwhile, or its device slept. */
const asleepMs = 1_000

type NextFrame = (draw: (at: number) => void) => unknown

/**
 * Draws with the next frame, which `nextFrame` is as `requestAnimationFrame` is. What takes longer than one, such as a
 * paragraph of 64 kB, is drawn less often.
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
