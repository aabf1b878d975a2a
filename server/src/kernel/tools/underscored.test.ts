import assert from "node:assert/strict"
import { test } from "node:test"
import { z } from "zod"
import { toolSchema } from "./tool-schema.ts"
import { renamer, underscored, underscoredText } from "./underscored.ts"

const schema = z.strictObject({
  maxFileBytes: z.int().default(1).describe("Smaller than `itsLimit` and `other`."),
  folderPath: z.string().transform((path) => `/${path}`),
  byName: z.record(z.string(), z.object({ madeAt: z.int() })).optional(),
  lastLines: z.array(z.object({ readBy: z.string().nullable(), text: z.string() }).nullable()).optional(),
  title: z.string().optional(),
})

const written = {
  max_file_bytes: 2,
  folder_path: "a",
  by_name: { aKey: { made_at: 1 }, b_key: { made_at: 2 } },
  last_lines: [{ read_by: null, text: "isText" }, null],
}

test("a schema has its fields and the names in its descriptions with underscores, in the same order", () => {
  const { properties } = toolSchema(underscored(schema), "input") as { properties: Record<string, object> }
  assert.deepEqual(Object.keys(properties), [...Object.keys(written), "title"])
  const { description } = properties.max_file_bytes as { description: string }
  assert.equal(description, "Smaller than `its_limit` and `other`.")
  assert.deepEqual(underscored(schema).parse(written), { ...written, folder_path: "/a" })
})

test("a name that is not written with underscores is unknown", () => {
  const { error } = underscored(schema).safeParse({ ...written, maxFileBytes: 3 })
  const [issue] = error?.issues ?? []
  assert.deepEqual(issue?.code === "unrecognized_keys" && issue.keys, ["maxFileBytes"])
})

test("values are renamed both ways at any depth; keys of records and texts stay", () => {
  const own = renamer(schema, "from")?.(written)
  assert.deepEqual(own, {
    maxFileBytes: 2,
    folderPath: "a",
    byName: { aKey: { madeAt: 1 }, b_key: { madeAt: 2 } },
    lastLines: [{ readBy: null, text: "isText" }, null],
  })
  assert.deepEqual(renamer(schema, "to")?.(own), written)
  assert.equal(renamer(z.object({ title: z.string() }), "to"), undefined)
  assert.throws(() => renamer(z.union([schema, z.string()]), "to"))
})

test("only quoted names in a text are renamed", () => {
  assert.equal(
    underscoredText("`expiresAt` is before `to`, not expiresAt."),
    "`expires_at` is before `to`, not expiresAt.",
  )
})
