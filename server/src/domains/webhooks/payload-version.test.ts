import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { z } from "zod"
import { eventTable, payloadVersion } from "./event-table.ts"

/** The schemas of a version's payloads, as they were when it was last added to. `KEEP_PAYLOADS=1` writes the file. */
const file = join(import.meta.dirname, `payloads-${payloadVersion}.json`)

interface Form {
  type?: string
  properties?: Record<string, Form>
  required?: string[]
  [keyword: string]: unknown
}

const present = (): Record<string, Form> =>
  Object.fromEntries(
    eventTable.map(({ type, data }) => {
      const { $schema, ...form } = z.toJSONSchema(data, { io: "output" })
      return [type, JSON.parse(JSON.stringify(form, (key, value) => (key === "description" ? undefined : value)))]
    }),
  )

const linesOf = (forms: Record<string, Form>) =>
  `{\n${Object.entries(forms).map((entry) => entry.map((part) => JSON.stringify(part)).join(": ")).join(",\n")}\n}\n` // biome-ignore format: one thought

/** What a receiver that reads `before` cannot rely on any more. */
function breaks(before: Form, now: Form, at: string): string[] {
  const { properties: old = {}, required: oldRequired = [], ...oldRest } = before
  const { properties = {}, required = [], ...rest } = now
  const fields = Object.entries(old).flatMap(([name, form]) => {
    const field = properties[name]
    return field ? breaks(form, field, `${at}.${name}`) : [`${at}.${name} is gone`]
  })
  return [
    ...fields,
    ...oldRequired.filter((name) => !required.includes(name)).map((name) => `${at}.${name} may be left out`),
    ...(JSON.stringify(oldRest) === JSON.stringify(rest) ? [] : [`${at} has other values`]),
  ]
}

test("a change to a payload that breaks receivers needs a version with a new date", () => {
  if (process.env.KEEP_PAYLOADS) writeFileSync(file, linesOf(present()))
  const kept = JSON.parse(readFileSync(file, "utf8")) as Record<string, Form>
  const now = present()
  const broken = Object.entries(kept).flatMap(([type, form]) => (now[type] ? breaks(form, now[type], type) : [`${type} is gone`])) // biome-ignore format: one thought
  assert.deepEqual(broken, [])
  const fresh = Object.keys(now).filter((type) => !(type in kept))
  assert.deepEqual(fresh, [], "run this test with KEEP_PAYLOADS=1, so that the new types are held, too")
})

test("a field that is removed, made optional or of another type breaks a receiver; an added one does not", () => {
  const form = { type: "object", properties: { id: { type: "string" } }, required: ["id"] }
  const more = { ...form, properties: { ...form.properties, name: { type: "string" } }, required: ["id", "name"] }
  assert.deepEqual(breaks(form, more, "it"), [])
  assert.deepEqual(breaks(more, form, "it"), ["it.name is gone", "it.name may be left out"])
  assert.deepEqual(breaks(form, { ...form, required: [] }, "it"), ["it.id may be left out"])
  assert.deepEqual(breaks(form, { ...form, properties: { id: { type: "integer" } } }, "it"), ["it.id has other values"])
})
