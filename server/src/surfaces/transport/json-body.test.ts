import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { parseJson } from "./json-body.ts"

test("JSON of harmless values is read as JSON.parse reads it", () => {
  const texts = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"))
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      texts,
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.constant(null),
      tie("list"),
      tie("object"),
    ),
    list: fc.array(tie("value"), { maxLength: 4 }),
    object: fc.dictionary(
      texts.filter((name) => !/^(__proto__|constructor|prototype)$/.test(name)),
      tie("value"),
      { maxKeys: 4 },
    ),
  })).value

  fc.assert(
    fc.property(values, fc.constantFrom(undefined, 2), (value, spaces) => {
      const text = JSON.stringify(value, null, spaces)
      assert.deepEqual(parseJson(Buffer.from(text)), JSON.parse(text))
    }),
    { numRuns: 1_000 },
  )
})

test("any bytes are read as JSON or refused as the caller's fault", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 50 }), fc.stringMatching(/^[[\]{}:,"\\0-9a-u ]{0,30}$/).map(Buffer.from)),
      (bytes) => {
        try {
          parseJson(Buffer.from(bytes))
        } catch (error) {
          assert.equal((error as { code?: string }).code, "invalid_request")
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test("a body of 64 KiB of quotes, backslashes or brackets is parsed or refused fast", () => {
  const start = process.cpuUsage()
  for (const piece of ['"', "\\", "[", '{"a":', '"\\', '\\\\"', '"\\"', '":', "[]"]) {
    const body = Buffer.from(piece.repeat(65_536 / piece.length))
    assert.throws(() => parseJson(body), { code: "invalid_request" })
  }
  parseJson(Buffer.from(JSON.stringify({ text: '\\"'.repeat(10_000), '\\"': Array(10_000).fill("") })))
  assert.ok(process.cpuUsage(start).user < 500_000, "half a second of processor time for ten bodies")
})
