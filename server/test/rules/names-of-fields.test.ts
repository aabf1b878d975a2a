import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { parseSync, Visitor } from "rolldown/utils"
import { filesOf, isTest, repository } from "./count-sources.ts"

/** The functions of Zod whose argument names the fields of an object. */
const makesObject = /^(?:object|strictObject|looseObject|extend|safeExtend)$/

/** The fields with underscores of the schemas in a source. */
function underscoredIn(file: string, text: string): string[] {
  const found: string[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [fields] }) {
      const name = callee.type === "MemberExpression" && callee.property.type === "Identifier" && callee.property.name
      if (!name || !makesObject.test(name) || fields?.type !== "ObjectExpression") return
      for (const field of fields.properties) {
        const key = field.type === "Property" && field.key.type === "Identifier" ? field.key.name : ""
        if (key.includes("_")) found.push(`${file}: ${key}`)
      }
    },
  })
  visitor.visit(parseSync(file, text).program)
  return found
}

test("the rules' inputs and answers have names in camelCase: underscores are of SQL and of the MCP door", () => {
  const sources = filesOf("server/src/domains").filter((file) => !isTest(file) && !/-store\.ts$/.test(file))
  const found = sources.flatMap((file) => underscoredIn(file, readFileSync(join(repository, file), "utf8")))
  assert.deepEqual(found, [])
})

test("a field with underscores is found in a schema, and none in a row", () => {
  const text =
    "z.strictObject({ id, made_at: z.int() }).extend({ by: z.object({ its_name: z.string() }) }); toRow({ a_b: 1 })"
  assert.deepEqual(underscoredIn("a.ts", text), ["a.ts: made_at", "a.ts: its_name"])
})
