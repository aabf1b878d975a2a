import assert from "node:assert/strict"
import { test } from "node:test"
import { readNumbers } from "./read-numbers.ts"

const schema = {
  type: "object",
  properties: {
    count: { type: "integer" },
    rate: { type: ["number", "null"] },
    is: { type: "boolean" },
    name: { type: "string" },
    both: { type: ["string", "integer"] },
    list: { type: "array", items: { $ref: "#/$defs/id" } },
    any: {},
  },
  $defs: { id: { type: "integer" } },
}

const sent = (value: object) => JSON.stringify(readNumbers(schema, value))

test("texts become numbers and truth values only where the schema has no other meaning", () => {
  const given = { count: "5", rate: "0.5", is: "false", name: "5", both: "5", list: ["1", 2], any: "5", more: "5" }
  assert.equal(sent(given), '{"count":5,"rate":0.5,"is":false,"name":"5","both":"5","list":[1,2],"any":"5","more":"5"}')
})

test("a number keeps its digits", () => {
  assert.equal(sent({ count: "2512292042121000001", list: ["-9007199254740993"] }), '{"count":2512292042121000001,"list":[-9007199254740993]}') // biome-ignore format: one thought
})

test("what is no number stays as it is", () => {
  for (const text of ["", "five", "05", "5 ", "0x5", "Infinity", "1e999", "--5"]) assert.equal(sent({ count: text }), JSON.stringify({ count: text })) // biome-ignore format: one thought
  assert.equal(sent({ count: null, rate: null, is: "yes" }), '{"count":null,"rate":null,"is":"yes"}')
})
