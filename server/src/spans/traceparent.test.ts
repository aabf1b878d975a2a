import assert from "node:assert/strict"
import { test } from "node:test"
import { readTraceparent, writeTraceparent } from "./traceparent.ts"

const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"]

test("a traceparent of this and of a later version is read, and written as version 00", () => {
  const sampled = { traceId, spanId, isSampled: true }
  assert.deepEqual(readTraceparent(`00-${traceId}-${spanId}-01`), sampled)
  assert.deepEqual(readTraceparent(`00-${traceId}-${spanId}-03`), sampled, "other flags are not known")
  assert.deepEqual(readTraceparent(`00-${traceId}-${spanId}-00`), { ...sampled, isSampled: false })
  assert.deepEqual(readTraceparent(`00-${traceId}-${spanId}-fe`), { ...sampled, isSampled: false })
  assert.deepEqual(readTraceparent(`cc-${traceId}-${spanId}-01`), sampled)
  assert.deepEqual(readTraceparent(`cc-${traceId}-${spanId}-01-what-comes-later`), sampled)
  assert.equal(writeTraceparent(sampled), `00-${traceId}-${spanId}-01`)
  assert.equal(writeTraceparent({ ...sampled, isSampled: false }), `00-${traceId}-${spanId}-00`)
})

test("a malformed traceparent is ignored (W3C Trace Context, sections 2.2 and 4.3)", () => {
  const malformed = [
    ...["", "00", undefined, null, 1, [`00-${traceId}-${spanId}-01`]],
    `ff-${traceId}-${spanId}-01`,
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId.toUpperCase()}-01`,
    `00-${traceId}-${spanId}-0A`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId}-${spanId}-01-`,
    `cc-${traceId}-${spanId}-01.more`,
    `cc-${traceId}-${spanId}-01-${"x".repeat(200)}`,
    `00-${traceId}0-${spanId}-01`,
    `00-${traceId.slice(1)}-${spanId}-01`,
    `00-${traceId}-${spanId}0-01`,
    `00-${traceId}-${spanId.slice(1)}-01`,
    `00-${traceId}-${spanId}-1`,
    `0-${traceId}-${spanId}-01`,
    `.0-${traceId}-${spanId}-01`,
    `00-${traceId.replace("0", "g")}-${spanId}-01`,
    `00_${traceId}_${spanId}_01`,
    ` 00-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01\n`,
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
  ]
  for (const text of malformed) assert.equal(readTraceparent(text), undefined, String(text))
})
