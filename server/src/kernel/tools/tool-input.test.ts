import assert from "node:assert/strict"
import { test } from "node:test"
import { toolInputReader } from "./tool-input.ts"

const schema = {
  type: "object",
  properties: {
    count: { type: "integer" },
    rate: { type: ["number", "null"] },
    is: { type: "boolean" },
    name: { type: "string" },
    both: { type: ["string", "integer"] },
    list: { type: "array", items: { $ref: "#/$defs/id" } },
    note: { anyOf: [{ type: "string" }, { type: "null" }] },
    until: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] },
    day: { type: "string", format: "date" },
    kind: { type: "string", enum: ["a", "b"] },
    kindOrNone: { enum: ["a", ""] },
    place: { $ref: "#/$defs/place" },
    places: { type: "array", items: { $ref: "#/$defs/place" } },
    any: {},
  },
  $defs: {
    id: { type: "integer" },
    place: {
      type: "object",
      properties: { town: { type: "string" }, zip: { type: "integer" }, around: { $ref: "#/$defs/place" } },
      required: ["town"],
    },
  },
}

const sent = (value: object) => JSON.stringify(toolInputReader(schema, "foreign")(value))
const read = toolInputReader<object>(schema, "own")

test("texts become numbers and truth values only where the schema has no other meaning", () => {
  const given = { count: "5", rate: "0.5", is: "false", name: "5", both: "5", list: ["1", 2], any: "5", more: "5" }
  assert.equal(sent(given), '{"count":5,"rate":0.5,"is":false,"name":"5","both":"5","list":[1,2],"any":"5","more":"5"}')
  for (const count of [" 5 ", "5.0", "0.5e1"]) assert.deepEqual(read({ count }), { count: 5 })
  assert.deepEqual(read({ count: "1e3" }), { count: 1000 })
  for (const is of ["True", "yes", "1", " TRUE "]) assert.deepEqual(read({ is }), { is: true })
  for (const is of ["False", "no", "0"]) assert.deepEqual(read({ is }), { is: false })
})

test("a number keeps its digits", () => {
  assert.equal(sent({ count: "2512292042121000001", list: ["-9007199254740993"] }), '{"count":2512292042121000001,"list":[-9007199254740993]}') // biome-ignore format: one thought
})

test("text that is no number is not changed", () => {
  for (const text of ["five", "05", "5,0", "1,000", "5 6", "0x5", "Infinity", "1e999", "--5"]) assert.deepEqual(read({ count: text }), { count: text }) // biome-ignore format: one thought
  for (const text of ["ja", "maybe", "2", "constructor"]) assert.deepEqual(read({ is: text }), { is: text })
})

test("an optional argument that is null or empty is left out, unless that is a value of it", () => {
  const names = ["count", "rate", "is", "name", "both", "list", "note", "until", "day", "kind", "kindOrNone", "place"]
  const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
  assert.deepEqual(read(all(null)), { rate: null, note: null, until: null })
  assert.deepEqual(read(all("")), { note: "" })
  assert.deepEqual(read(all(" ")), { note: " " })
  assert.equal(sent(all("")), '{"name":"","both":"","note":"","kindOrNone":""}')
  assert.equal(sent(all(null)), '{"rate":null,"note":null,"until":null}')
  assert.deepEqual(read({ any: null, more: null }), { any: null, more: null })
})

test("the word null is text where text is allowed", () => {
  const all = { count: "null", rate: "null", is: "null", name: "null", note: "null", day: "null", list: "null" }
  assert.deepEqual(read(all), { rate: null, name: "null", note: "null", day: "null" })
})

test("a required argument stays as it is sent, also inside objects and lists", () => {
  const place = { town: "", zip: "", around: { town: null, zip: "8001", around: null } }
  const meant = { town: "", around: { town: null, zip: 8001 } }
  assert.deepEqual(read({ place, places: [place, { town: "Bern", zip: null }] }), {
    place: meant,
    places: [meant, { town: "Bern" }],
  })
})

test("a list or an object as a text of JSON is read", () => {
  assert.deepEqual(read({ list: '[1, "2"]', place: '{"town":"Bern","zip":"3000"}', name: "[1]" }), {
    list: [1, 2],
    place: { town: "Bern", zip: 3000 },
    name: "[1]",
  })
  assert.deepEqual(read({ list: '{"a":1}', place: "{town}" }), { list: '{"a":1}', place: "{town}" })
})

test("a schema in a circle, with many choices, or with no sense is read in time", () => {
  const node = (name: string): object => ({ anyOf: [{ $ref: `#/$defs/${name}` }, { $ref: "#/$defs/a" }] })
  const odd = { properties: { x: node("a"), y: 5, z: { type: 7, anyOf: "no" } }, $defs: { a: node("b"), b: node("a") } }
  let deep: unknown = "1"
  for (let level = 0; level < 5_000; level += 1) deep = { x: deep }
  assert.equal((toolInputReader(odd, "foreign")({ x: "1", y: "1", z: deep }) as { x: string }).x, "1")
  assert.deepEqual(read(JSON.parse('{"__proto__":null,"constructor":""}')), JSON.parse('{"__proto__":null,"constructor":""}')) // biome-ignore format: one thought
})
