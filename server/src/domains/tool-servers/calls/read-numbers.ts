import { targetOf } from "./check-schema.ts"
import { asSchema, own, type ToolSchema } from "./schema-rules.ts"

/** A number of JSON. A model's long integers arrive as text, so that they keep their digits. */
const numberShape = /^-?(?:0|[1-9]\d{0,400})(?:\.\d{1,400})?(?:[eE][+-]?\d{1,3})?$/
const deepest = 32

/** Texts become numbers and truth values where the schema accepts nothing else. A long number keeps its digits. */
export function readNumbers(root: object, value: unknown): unknown {
  return read(root, root, { value, depth: 0 })
}

function read(root: object, given: unknown, { value, depth }: { value: unknown; depth: number }): unknown {
  if (depth > deepest || value === null || value === "") return value
  const schema = asSchema(targetOf(root, asSchema(given)?.$ref) ?? given) ?? {}
  const inner = (part: unknown, value: unknown) => read(root, part, { value, depth: depth + 1 })
  if (Array.isArray(value)) return value.map((one) => inner(schema.items, one))
  if (typeof value === "object") {
    const properties = asSchema(schema.properties) ?? {}
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(own(properties, name), one)]))
  }
  return typeof value === "string" ? readText(schema, value) : value
}

function readText(schema: ToolSchema, value: string): unknown {
  const types = [schema.type].flat().filter((type) => type !== "null")
  if (types.length === 1 && types[0] === "boolean") return value === "true" ? true : value === "false" ? false : value
  const isNumber = types.length > 0 && types.every((type) => type === "integer" || type === "number")
  return isNumber && numberShape.test(value) ? toNumber(value) : value
}

function toNumber(text: string): unknown {
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? rawJson.rawJSON(text) : number
}

/** TypeScript does not know `rawJSON` yet. */
const rawJson = JSON as unknown as { rawJSON(text: string): unknown }
