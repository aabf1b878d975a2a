import assert from "node:assert/strict"
import { test } from "node:test"
import { setImmediate } from "node:timers/promises"
import * as Y from "yjs"
import { toJson } from "#domains/docs/conversion/index.ts"
import { sharedText } from "#test/support/docs/shared-lines.ts"
import { lettersIn, WritingScene, wordsOf } from "#test/support/docs/writing-scene.ts"

/** `WRITING_SEED` is the first scene: only that one, or `WRITING_RUNS` scenes from there. */
const first = Number(process.env.WRITING_SEED ?? 1)
/** `npm run soak` runs 2,000. */
const scenes = Number(process.env.WRITING_RUNS ?? (process.env.WRITING_SEED ? 1 : 20))
const stepsOfScene = 120
const seeds = Array.from({ length: scenes }, (_, at) => first + at)

test(`in ${seeds.length} scenes of two to four editors, online and offline, each letter that no editor deleted is there once`, async (t) => {
  let kept = 0
  for (const seed of seeds) {
    await setImmediate() // lets the timers of closed editors run, which hold the editors
    const scene = new WritingScene(seed)
    try {
      for (let step = 0; step < stepsOfScene; step += 1) scene.step()
      scene.settle()
      assertAllIsThere(scene)
      kept += scene.kept.length
    } catch (fault) {
      throw new Error(`WRITING_SEED=${seed}, and at last\n${scene.log.slice(-8).join("\n")}`, { cause: fault })
    } finally {
      for (const { at } of scene.people) at.close()
    }
  }
  t.diagnostic(`${kept} times words were left of a line that a colleague deleted`)
})

function assertAllIsThere({ people, stored, typed, taken }: WritingScene): void {
  const letters = lettersIn(sharedText(stored).toString())
  const counts = new Map<string, number>()
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const stand = [...typed].filter((letter) => !taken.has(letter))
  const lost = stand.filter((letter) => !counts.has(letter))
  const doubled = stand.filter((letter) => (counts.get(letter) ?? 0) > 1)
  assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] })
  assert.deepEqual(lettersIn(JSON.stringify(toJson(stored))).toSorted(), letters.toSorted(), "the JSON has all of it")
  for (const { at } of people) {
    assert.deepEqual(Y.encodeStateVector(at.ydoc), Y.encodeStateVector(stored))
    assert.deepEqual(lettersIn(wordsOf(at)), letters, "everybody reads the same")
  }
}
