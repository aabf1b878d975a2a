import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { effectiveLevel, type LevelInput, levels, workspaceLevels } from "./effective-level.ts"

const ceiling = fc.record({ level: fc.constantFrom(...levels), why: fc.string() })
const anyInput: fc.Arbitrary<LevelInput> = fc.record({
  isRead: fc.boolean(),
  whyItAsks: fc.string(),
  installation: ceiling,
  floor: ceiling,
  role: ceiling,
  workspace: fc.constantFrom(...workspaceLevels),
  situation: ceiling,
  member: fc.constantFrom("ask" as const, "always" as const, undefined),
  isAllowedHere: fc.boolean(),
})
const rank = (level: (typeof levels)[number]) => levels.indexOf(level)
const workspaceRank = { never: 0, ask: 1, chooses: 2, always: 2 }
const ceilingsOf = ({ installation, floor, role, situation, workspace }: LevelInput) =>
  Math.min(...[installation, floor, role, situation].map(({ level }) => rank(level)), workspaceRank[workspace])

test("the level never exceeds a ceiling, and no choice of a member lifts a ceiling", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { level, offers } = effectiveLevel(input)
      assert.ok(rank(level) <= ceilingsOf(input))
      const wished = effectiveLevel({ ...input, member: "always", isAllowedHere: true })
      assert.equal(rank(wished.level), ceilingsOf(input), "a wish reaches the lowest ceiling and no further")
      if (offers.length > 0)
        assert.equal(ceilingsOf(input), rank("always"), "a lasting choice is offered only at the highest ceiling")
    }),
    { numRuns: 2_000 },
  )
})

test("lowering any layer, or removing a member's choice, never raises the level", () => {
  fc.assert(
    fc.property(anyInput, ceiling, (input, lower) => {
      const before = rank(effectiveLevel(input).level)
      const without: LevelInput[] = [
        { ...input, isAllowedHere: false },
        ...(input.member === "always"
          ? [
              { ...input, member: undefined },
              { ...input, member: "ask" as const },
            ]
          : []),
      ]
      for (const name of ["installation", "floor", "role", "situation"] as const) {
        if (rank(lower.level) <= rank(input[name].level)) without.push({ ...input, [name]: lower })
      }
      for (const changed of without) assert.ok(rank(effectiveLevel(changed).level) <= before)
    }),
    { numRuns: 2_000 },
  )
})

test("without a choice built-in reads run by themselves, all other tools ask, and the reason is named", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const plain = { ...input, member: undefined, isAllowedHere: false, workspace: "chooses" as const }
      const { level, why } = effectiveLevel(plain)
      if (ceilingsOf(plain) === rank("always")) assert.equal(level, input.isRead ? "always" : "ask")
      const lowest = [plain.installation, plain.role, plain.situation, plain.floor].find(
        (one) => rank(one.level) === ceilingsOf(plain),
      )
      if (level === "never") assert.equal(why, lowest?.why)
    }),
  )
})
