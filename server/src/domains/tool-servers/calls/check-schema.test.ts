import assert from "node:assert/strict"
import { test } from "node:test"
import { Ajv2020 } from "ajv/dist/2020.js"
import fc from "fast-check"
import { runs } from "#test/support/basics/property-runs.ts"
import { misfitOf, SchemaTooCostly } from "./check-schema.ts"

const names = fc.constantFrom("a", "b", "c")
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(null, true, false, 0, 1, 2.5, -3, "", "a", "bb", "ccc", "😀"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}))

const leaves: object[] = [
  ...[
    {},
    { type: "string" },
    { type: "integer" },
    { type: ["number", "null"] },
    { const: "a" },
    { enum: [1, "a", null] },
  ],
  ...[{ minimum: 1 }, { exclusiveMaximum: 2 }, { multipleOf: 0.5 }, { minLength: 2 }, { maxLength: 1 }],
  ...[{ $ref: "#/$defs/text" }, { type: "boolean" }, { minItems: 1 }, { uniqueItems: true }, { maxProperties: 1 }],
  // Without `prefixItems`: beside it, Ajv accepts an empty list for `contains`.
  ...[{ contains: { type: "string" } }, { contains: { minimum: 1 }, minContains: 0, maxContains: 1 }],
]

const some: fc.RecordConstraints<never> = { requiredKeys: [], noNullPrototype: true }

const conditional = (...parts: readonly object[]) => {
  return Object.fromEntries(["if", "then", "else"].map((name, at) => [name, parts[at]]))
}

/** Random schemas with the checked keywords. */
const { schema: schemas } = fc.letrec<{ schema: object }>((tie) => {
  const list = (least: number) => fc.array(tie("schema"), { minLength: least, maxLength: 2 })
  return {
    schema: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(...leaves),
      fc.record(
        {
          type: fc.constant("object"),
          properties: fc.dictionary(names, tie("schema"), { noNullPrototype: true }),
          required: fc.uniqueArray(fc.constantFrom("a", "b")),
          additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
          propertyNames: fc.constant({ maxLength: 1 }),
          dependentRequired: fc.constant({ a: ["b"] }),
          dependentSchemas: fc.record({ c: tie("schema") }, { noNullPrototype: true }),
        },
        some,
      ),
      fc.record({ items: tie("schema"), prefixItems: list(1) }, some),
      fc.record({ allOf: list(1), anyOf: list(1), oneOf: list(1), not: tie("schema") }, some),
      fc.tuple(tie("schema"), tie("schema"), tie("schema")).map(([one, two, three]) => {
        return conditional(one, two, three)
      }),
    ),
  }
})

/** Ajv's verdict. Undefined where Ajv's code for a `contains` inside an `anyOf` throws a ReferenceError. */
function verdictOf(judge: (value: unknown) => boolean, value: unknown): boolean | undefined {
  try {
    return judge(value)
  } catch (error) {
    if (error instanceof ReferenceError) return undefined
    throw error
  }
}

test("the checker accepts and refuses the same values as Ajv, for the keywords that it knows", () => {
  const ajv = new Ajv2020({ strict: false, logger: false })
  fc.assert(
    fc.property(schemas, fc.array(values, { minLength: 5, maxLength: 5 }), (schema, some) => {
      const whole = { ...schema, $defs: { text: { type: "string" } } }
      const judge = ajv.compile(whole)
      for (const value of some) {
        const verdict = verdictOf(judge, value)
        if (verdict === undefined) continue
        assert.equal(misfitOf(whole, value) === undefined, verdict, JSON.stringify({ whole, value }))
      }
    }),
    { numRuns: runs(60) },
  )
})

test("a refusal names the place of the fault in words", () => {
  const schema = { type: "object", properties: { a: { items: { type: "string" } } }, required: ["b"] }
  assert.equal(misfitOf(schema, { a: [] }), "`arguments` needs `b`")
  assert.equal(misfitOf(schema, { a: ["x", 1], b: 0 }), "`a/1` must be string")
  assert.equal(misfitOf(schema, []), "`arguments` must be object")
})

test("schemas in the spelling of JSON Schema draft 7 are understood", () => {
  const schema = { items: [{ type: "string" }], additionalItems: false }
  assert.equal(misfitOf(schema, ["a"]), undefined)
  assert.equal(misfitOf(schema, ["a", "b"]), "`1` may not be there")
  assert.equal(misfitOf({ dependencies: { a: ["b"] } }, { a: 1 }), "`arguments` needs `b` where it has `a`")
})

test("references to other documents and to missing places are not followed", () => {
  for (const $ref of ["https://evil.example/schema", "file:///etc/passwd", "other.json", "#/$defs/none", "#anchor"]) {
    assert.equal(misfitOf({ properties: { a: { $ref } } }, { a: 1 }), undefined)
  }
  assert.equal(misfitOf({ $ref: "#/__proto__/constructor" }, {}), undefined)
})

test("hostile schemas end soon: backtracking patterns, circles, and exponential references", () => {
  const doubling: Record<string, object> = { a0: { type: "string" } }
  for (let at = 1; at < 60; at++) {
    const before = { $ref: `#/$defs/a${at - 1}` }
    doubling[`a${at}`] = { allOf: [before, before] }
  }
  const leads = (leaf: object) => ({ $ref: "#/$defs/a15", $defs: { ...doubling, a0: leaf } })
  const names = (most: number) => Array.from({ length: most }, (_, at) => `x${at}`)
  const costly: [leaf: object, value: unknown][] = [
    [{ minLength: 1 }, "x".repeat(1_000_000)],
    [{ not: { enum: [[1]] } }, [names(100_000)]],
    [{ not: { enum: names(3_000).map((name) => [name]) } }, [names(10_000)]],
    [{ uniqueItems: true }, [names(100_000)]],
    [{ required: Array.from({ length: 3_000 }, () => "a") }, { a: 1 }],
    [{ properties: Object.fromEntries(names(1_500).map((name) => [name, true])) }, { a: 1 }],
  ]
  const started = process.cpuUsage()
  for (const [leaf, value] of costly) assert.throws(() => misfitOf(leads(leaf), value), SchemaTooCostly)
  assert.throws(() => misfitOf({ $ref: "#/$defs/a59", $defs: doubling }, "x"), SchemaTooCostly)
  assert.throws(() => misfitOf({ $ref: "#" }, {}), SchemaTooCostly)
  assert.throws(() => misfitOf({ anyOf: [{ $ref: "#" }, { $ref: "#" }] }, {}), SchemaTooCostly)
  const text = `${"a".repeat(60)}!`
  assert.equal(misfitOf({ properties: { a: { pattern: "^(a+)+$" } } }, { a: text }), undefined)
  assert.equal(misfitOf({ patternProperties: { "^(a+)+$": false } }, { [text]: 1 }), undefined)
  assert.ok(process.cpuUsage(started).user < 2_000_000)
})
