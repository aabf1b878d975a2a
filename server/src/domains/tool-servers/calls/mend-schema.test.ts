import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { runs } from "#test/support/basics/property-runs.ts"
import { mendSchema } from "./mend-schema.ts"

const text = { type: "string" }

const mended = (schema: object) => {
  const found = mendSchema(schema)
  assert.ok(typeof found === "object", String(found))
  checkForm(found, true)
  return found as Form
}

const propertiesOf = (schema: object) => mended(schema).properties

interface Form {
  readonly type?: string
  readonly description?: string
  readonly properties?: Record<string, Form>
  readonly required?: string[]
  readonly items?: Form
  readonly enum?: string[]
  readonly anyOf?: Form[]
}

/** What OpenAI, Anthropic, Gemini, Groq, Moonshot and llama.cpp demand of a tool's schema, taken together. */
function checkForm(given: object, isRoot = false): void {
  const { type, description, properties, required = [], items, enum: values, anyOf, ...others } = given as Form
  assert.deepEqual(Object.keys(others), [])
  assert.ok(description === undefined || (typeof description === "string" && description.length <= 1_000))
  assert.notEqual(type === undefined, anyOf === undefined)
  if (type !== undefined) assert.match(type, /^(object|array|string|number|integer|boolean)$/)
  if (isRoot) assert.equal(type, "object")
  assert.equal(type === "object", properties !== undefined)
  assert.equal(type === "array", items !== undefined)
  if (values) assert.ok(type === "string" && values.length > 0 && values.every((one) => typeof one === "string" && one))
  for (const name of Object.keys(properties ?? {})) assert.match(name, /^[a-zA-Z0-9_.-]{1,64}$/)
  for (const name of required) assert.ok(properties && Object.hasOwn(properties, name))
  for (const one of [...Object.values(properties ?? {}), ...(items ? [items] : []), ...(anyOf ?? [])]) checkForm(one)
}

test("a plain schema stays as it is", () => {
  const schema = {
    type: "object",
    properties: { query: { type: "string", description: "Words." }, tags: { type: "array", items: text }, kind: { type: "string", enum: ["a", "b"] }, deep: { type: "object", properties: { at: { type: "integer" } }, required: ["at"] } }, // biome-ignore format: one thought
    required: ["query"],
  }
  assert.deepEqual(mended(schema), schema)
})

test("alternatives at the root become one object, which says in words what belongs together", () => {
  const form = mended({
    type: "object",
    properties: { note: text },
    anyOf: [
      { properties: { action: { const: "get" }, id: text }, required: ["action", "id"] },
      { properties: { action: { const: "find" }, query: text, limit: { type: "integer" } }, required: ["action", "query"] }, // biome-ignore format: one thought
    ],
  })
  assert.deepEqual(Object.keys(form.properties ?? {}), ["note", "action", "id", "query", "limit"])
  assert.deepEqual(form.properties?.action, { type: "string", enum: ["get", "find"] })
  assert.deepEqual(form.required, ["action"])
  assert.equal(form.description, "Needs id, or query.")
})

test("oneOf and allOf at the root, also by references, and alternatives without a type", () => {
  const one = mended({ oneOf: [{ $ref: "#/$defs/a" }, { type: "string" }], $defs: { a: { type: "object", properties: { a: text }, required: ["a"] } } }) // biome-ignore format: one thought
  assert.deepEqual(one, { type: "object", properties: { a: text }, required: ["a"] })
  const all = mended({ allOf: [{ properties: { a: text }, required: ["a"] }, { properties: { a: { description: "It." }, b: text }, required: ["b"] }] }) // biome-ignore format: one thought
  assert.deepEqual(all, { type: "object", properties: { a: { type: "string", description: "It." }, b: text }, required: ["a", "b"] }) // biome-ignore format: one thought
  const needs = mended({ type: "object", properties: { a: text, b: text }, anyOf: [{ required: ["a"] }, { required: ["b"] }] }) // biome-ignore format: one thought
  assert.deepEqual(needs, { type: "object", properties: { a: text, b: text }, description: "Needs a, or b." })
})

test("an object without properties, an array without items, and a schema that says nothing", () => {
  assert.deepEqual(mended({}), { type: "object", properties: {} })
  assert.deepEqual(mended({ type: "object" }), { type: "object", properties: {} })
  assert.deepEqual(mended({ type: ["object", "null"], required: ["gone"] }), { type: "object", properties: {} })
  const { list, any, yes, no } = propertiesOf({ properties: { list: { type: "array" }, any: {}, yes: true, no: false } }) ?? {} // biome-ignore format: one thought
  assert.equal(list?.items?.anyOf?.length, 5)
  assert.equal(any?.anyOf?.length, 5)
  assert.deepEqual(yes, any)
  assert.equal(no, undefined)
})

test("lists of types, constants, tuples and nullable values", () => {
  const form = propertiesOf({
    type: "object",
    properties: {
      some: { type: ["string", "number", "null"] },
      maybe: { anyOf: [{ type: "string" }, { type: "null" }], description: "Words, or null." },
      is: { const: "this" },
      level: { enum: [1, 2, 3] },
      mixed: { enum: ["a", "", null] },
      pair: { type: "array", prefixItems: [text, { type: "number" }], items: false },
      old: { type: "array", items: [text, text] },
      odd: { type: "date" },
    },
  })
  assert.deepEqual(form?.some, { anyOf: [text, { type: "number" }] })
  assert.deepEqual(form?.maybe, { type: "string", description: "Words, or null." })
  assert.deepEqual(form?.is, { type: "string", enum: ["this"] })
  assert.deepEqual(form?.level, { type: "integer", description: "One of: [1,2,3]." })
  assert.deepEqual(form?.mixed, { type: "string", enum: ["a"] })
  assert.deepEqual(form?.pair, { type: "array", items: { anyOf: [text, { type: "number" }] } })
  assert.deepEqual(form?.old, { type: "array", items: text })
  assert.equal(form?.odd?.anyOf?.length, 5)
})

test("rules that some hosts refuse become words", () => {
  const form = propertiesOf({
    type: "object",
    properties: {
      mail: { type: "string", format: "idn-email", pattern: "^.+(?<!x)@", maxLength: 1e6, description: "Whom." },
      count: { type: "integer", exclusiveMinimum: 0, maximum: 100, default: 10 },
      map: { type: "object", additionalProperties: text, patternProperties: { "^x": text } },
    },
  })
  assert.deepEqual(form?.mail, { type: "string", description: "Whom. Format: idn-email. Pattern: ^.+(?<!x)@. Longest length: 1000000." }) // biome-ignore format: one thought
  assert.deepEqual(form?.count, { type: "integer", description: "Maximum: 100. More than: 0. Default: 10." })
  assert.deepEqual(form?.map, { type: "object", properties: {}, description: "Further fields: of other names." })
})

test("arguments with names that hosts refuse are named in words", () => {
  const form = mended({
    type: "object",
    properties: { $filter: text, "a b": text, ok: text },
    required: ["$filter", "ok"],
  })
  assert.deepEqual(Object.keys(form.properties ?? {}), ["ok"])
  assert.deepEqual(form.required, ["ok"])
  assert.equal(form.description, "Further fields: $filter (required), a b.")
})

test("references are followed; a part inside itself keeps its type, and other documents accept anything", () => {
  const tree = { type: "object", properties: { name: text, children: { type: "array", items: { $ref: "#/$defs/tree" } } } } // biome-ignore format: one thought
  const form = propertiesOf({ type: "object", properties: { tree: { $ref: "#/$defs/tree", description: "All." }, far: { $ref: "https://evil.example/x" }, lost: { $ref: "#/$defs/none" } }, $defs: { tree } }) // biome-ignore format: one thought
  assert.equal(form?.tree?.description, "All.")
  assert.deepEqual(form?.tree?.properties?.children?.items, { type: "object", properties: {} })
  assert.equal(form?.far?.anyOf?.length, 5)
  assert.equal(form?.lost?.anyOf?.length, 5)
  assert.deepEqual(mended({ $ref: "#" }), { type: "object", properties: {} })
  assert.deepEqual(mended({ $ref: "#/definitions/In", definitions: { In: { properties: { a: text } } } }), { type: "object", properties: { a: text } }) // biome-ignore format: one thought
})

test("schemas as generators in .NET, Rust and OpenAPI write them", () => {
  const form = propertiesOf({
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: {
      rows: {
        type: ["array", "null"],
        items: { type: ["object", "null"], properties: { value: true } },
        default: null,
      },
      tables: { anyOf: [{ items: text, type: "array" }, { type: "null" }], nullable: true },
      headers: { type: "object", additionalProperties: false },
      actions: { type: "array", items: { $ref: "#/properties/headers" } },
      event: { title: "Event", allOf: [{ $ref: "#/$defs/Event" }], description: "When." },
    },
    $defs: { Event: { type: "object", required: ["start"], properties: { start: { type: "string", format: "date-time", examples: ["x"] } } } }, // biome-ignore format: one thought
    additionalProperties: false,
  })
  assert.equal(form?.rows?.items?.type, "object")
  assert.deepEqual(form?.tables, { type: "array", items: text })
  assert.deepEqual(form?.actions?.items, { type: "object", properties: {} })
  assert.deepEqual(form?.event, { type: "object", description: "When.", required: ["start"], properties: { start: { type: "string", description: "Format: date-time." } } }) // biome-ignore format: one thought
})

test("a schema that no model accepts is left out with a sentence", () => {
  assert.equal(mendSchema({ type: "string" }), "Its input schema is not of an object.")
  const doubling: Record<string, object> = { a0: text }
  for (let at = 1; at < 60; at++) doubling[`a${at}`] = { allOf: [{ $ref: `#/$defs/a${at - 1}` }, { $ref: `#/$defs/a${at - 1}` }] } // biome-ignore format: one thought
  assert.equal(mendSchema({ properties: { a: { $ref: "#/$defs/a59" } }, $defs: doubling }), "Its input schema is too large for a model.") // biome-ignore format: one thought
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`x${at}`, true]))
  assert.equal(mendSchema({ properties: many }), "Its input schema is too large for a model.")
})

test("a schema that is only too deep keeps its upper parts", () => {
  let deep: object = text
  for (let at = 0; at < 30; at++) deep = { type: "object", properties: { inner: deep, other: text } }
  assert.ok(JSON.stringify(mended(deep)).includes('"inner"'))
})

const { schema: anySchema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>({}, true, false, null, 3, "x", [], { type: "null" }, { $ref: "#" }, { $ref: "#/$defs/a" }, { enum: [] }, { const: { a: 1 } }, { required: [1, "a"] }, { type: [], properties: [] }), // biome-ignore format: one thought
    fc.record(
      {
        type: fc.constantFrom<unknown>("object", "array", "string", "integer", "null", ["string", "null"], ["object", "array"], 7), // biome-ignore format: one thought
        properties: fc.dictionary(fc.constantFrom("a", "b", "$c", "__proto__", ""), tie("schema"), { noNullPrototype: true }), // biome-ignore format: one thought
        items: fc.oneof(tie("schema"), fc.array(tie("schema"), { maxLength: 2 })),
        anyOf: fc.array(tie("schema"), { maxLength: 3 }),
        oneOf: fc.array(tie("schema"), { maxLength: 2 }),
        allOf: fc.array(tie("schema"), { maxLength: 2 }),
        required: fc.uniqueArray(fc.constantFrom("a", "b", "$c")),
        enum: fc.array(fc.constantFrom<unknown>("", "a", 1, null, true, {}), { maxLength: 3 }),
        description: fc.constantFrom<unknown>("Words.", 5, null),
        default: fc.constantFrom<unknown>(null, "", 0, { a: [] }),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  ),
}))

test("a model gets any server's schema in the form that all hosts accept, or not at all", () => {
  fc.assert(
    fc.property(anySchema, anySchema, (root, a) => {
      const schema = typeof root === "object" && root !== null && !Array.isArray(root) ? root : {}
      const found = mendSchema({ ...schema, $defs: { a } })
      if (typeof found === "string") assert.match(found, /^Its input schema .*\.$/)
      else checkForm(found, true)
    }),
    { numRuns: runs(60) },
  )
})
