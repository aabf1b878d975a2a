import { asList, asSchema, type ToolSchema } from "#kernel/tools/schema-parts.ts"

/** Checks some keywords. Returns the fault, or undefined. A fault that begins with "`" names its place itself. */
type Rule = (at: Judged) => string | undefined

interface Judged {
  readonly schema: ToolSchema
  readonly value: unknown
  /** Checks against another schema, at the same place or at a part of it. */
  readonly inner: (schema: unknown, value: unknown, part?: string) => string | undefined
  /** Writes a value as canonical JSON. Costs steps. */
  readonly write: (value: unknown) => string
}

const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined)
const isBelow = (value: number, least: unknown) => value < (numberOf(least) ?? value)
const isAbove = (value: number, most: unknown) => value > (numberOf(most) ?? value)

function typeOf(value: unknown): string {
  if (value === null) return "null"
  return Array.isArray(value) ? "array" : typeof value
}

const type: Rule = ({ schema, value }) => {
  const wanted = typeof schema.type === "string" ? [schema.type] : asList(schema.type)
  if (wanted.length === 0) return undefined
  const is = typeOf(value)
  const fits = wanted.some((name) => name === is || (name === "integer" && Number.isInteger(value)))
  return fits ? undefined : `must be ${wanted.join(" or ")}`
}

const values: Rule = ({ schema, value, write }) => {
  const isConstant = Object.hasOwn(schema, "const")
  if (!isConstant && !Array.isArray(schema.enum)) return undefined
  // Only objects and arrays must be written for the comparison.
  const formOf = (some: unknown) => (typeof some === "object" && some !== null ? write(some) : some)
  const form = formOf(value)
  const isSame = (one: unknown) => typeof one === typeof value && formOf(one) === form
  if (Array.isArray(schema.enum) && !schema.enum.some(isSame)) return "must be one of the values that the tool names"
  return !isConstant || isSame(schema.const) ? undefined : "must be the one value that the tool names"
}

const numbers: Rule = ({ schema, value }) => {
  if (typeof value !== "number") return undefined
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, "x-mcp-header": header } = schema
  if (header !== undefined && Number.isInteger(value) && !Number.isSafeInteger(value))
    return "is too large for a header"
  if (isBelow(value, minimum) || value === exclusiveMinimum || isBelow(value, exclusiveMinimum)) return "is too small"
  if (isAbove(value, maximum) || value === exclusiveMaximum || isAbove(value, exclusiveMaximum)) return "is too large"
  const step = numberOf(multipleOf) ?? 0
  return step <= 0 || Number.isInteger(value / step) ? undefined : `must be a multiple of ${step}`
}

const texts: Rule = ({ schema, value }) => {
  if (typeof value !== "string") return undefined
  const length = [...value].length
  if (isBelow(length, schema.minLength)) return "is too short"
  return isAbove(length, schema.maxLength) ? "is too long" : undefined
}

const lists: Rule = ({ schema, value, inner, write }) => {
  if (!Array.isArray(value)) return undefined
  if (isBelow(value.length, schema.minItems)) return "has too few items"
  if (isAbove(value.length, schema.maxItems)) return "has too many items"
  if (schema.uniqueItems === true && new Set(value.map(write)).size < value.length) return "has an item twice"
  // Draft 7 writes a list of schemas as `items`, and `additionalItems` for the rest.
  const first = Array.isArray(schema.items) ? schema.items : asList(schema.prefixItems)
  const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items
  for (const [at, item] of value.entries()) {
    const fault = inner(at < first.length ? first[at] : rest, item, String(at))
    if (fault !== undefined) return fault
  }
  return undefined
}

const contained: Rule = ({ schema, value, inner }) => {
  if (!Array.isArray(value) || !Object.hasOwn(schema, "contains")) return undefined
  const fitting = value.filter((item) => inner(schema.contains, item) === undefined).length
  const isFew = fitting < (numberOf(schema.minContains) ?? 1)
  return isFew || isAbove(fitting, schema.maxContains) ? "does not have the items that it needs" : undefined
}

const objects: Rule = ({ schema, value, inner }) => {
  const object = asSchema(value)
  if (!object) return undefined
  const names = Object.keys(object)
  const missing = missingOf(schema.required, object)
  if (missing !== undefined) return `needs \`${missing}\``
  if (isBelow(names.length, schema.minProperties)) return "has too few fields"
  if (isAbove(names.length, schema.maxProperties)) return "has too many fields"
  const properties = asSchema(schema.properties) ?? {}
  // The server decides which names the patterns match.
  const others = Object.hasOwn(schema, "patternProperties") ? true : schema.additionalProperties
  for (const name of names) {
    const rule = Object.hasOwn(properties, name) ? properties[name] : others
    const fault = inner(schema.propertyNames, name) ?? inner(rule, object[name], name)
    if (fault !== undefined) return fault
  }
  return undefined
}

function missingOf(required: unknown, object: ToolSchema): string | undefined {
  return asList(required)
    .filter((name) => typeof name === "string")
    .find((name) => !Object.hasOwn(object, name))
}

/** Fields that another field requires. Draft 7 writes both kinds as `dependencies`. */
const dependents: Rule = ({ schema, value, inner }) => {
  const object = asSchema(value)
  if (!object) return undefined
  const all = [schema.dependencies, schema.dependentRequired, schema.dependentSchemas].map((one) => asSchema(one) ?? {})
  for (const [name, needed] of all.flatMap((one) => Object.entries(one))) {
    if (!Object.hasOwn(object, name)) continue
    const missing = missingOf(needed, object)
    if (missing !== undefined) return `needs \`${missing}\` where it has \`${name}\``
    const fault = Array.isArray(needed) ? undefined : inner(needed, value)
    if (fault !== undefined) return fault
  }
  return undefined
}

const combinations: Rule = ({ schema, value, inner }) => {
  for (const part of asList(schema.allOf)) {
    const fault = inner(part, value)
    if (fault !== undefined) return fault
  }
  const fitting = (parts: readonly unknown[]) => parts.filter((part) => inner(part, value) === undefined).length
  if (Array.isArray(schema.anyOf) && fitting(schema.anyOf) === 0) return "fits none of the forms that the tool names"
  if (Array.isArray(schema.oneOf) && fitting(schema.oneOf) !== 1) return "does not fit just one form of the tool's"
  const isExcluded = Object.hasOwn(schema, "not") && inner(schema.not, value) === undefined
  return isExcluded ? "has a form that the tool excludes" : undefined
}

const conditions: Rule = ({ schema, value, inner }) => {
  if (!Object.hasOwn(schema, "if")) return undefined
  return inner(inner(schema.if, value) === undefined ? schema.then : schema.else, value)
}

export const rules: readonly Rule[] = [
  ...[type, values, numbers, texts, lists, contained, objects, dependents, combinations, conditions],
]
