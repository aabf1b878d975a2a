import assert from "node:assert/strict"
import { mock, test } from "node:test"
import { drawBy } from "./next-frame.ts"

test("slow drawings are made less often, but time while the page was hidden or asleep does not count", () => {
  mock.timers.enable({ apis: ["setTimeout"] })
  let waiting: ((at: number) => void)[] = []
  const drawNext = drawBy((draw) => waiting.push(draw))
  let drawn = 0
  const frame = (at: number) => {
    const now = waiting
    waiting = []
    for (const draw of now) draw(at)
  }
  const draw = () => {
    drawNext(() => {
      drawn += 1
    })
  }
  draw()
  frame(0)
  frame(17)
  draw()
  frame(34)
  assert.equal(drawn, 2, "with the next frame")
  frame(134)
  draw()
  frame(151)
  assert.equal(drawn, 2, "a drawing took 100 ms")
  mock.timers.tick(300)
  frame(451)
  assert.equal(drawn, 3)
  frame(600_451)
  draw()
  frame(600_468)
  assert.equal(drawn, 4, "with the next frame after ten minutes")
})
