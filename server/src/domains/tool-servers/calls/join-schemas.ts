import { asList, asSchema, own, type ToolSchema } from "#kernel/tools/schema-parts.ts"

const known = ["object", "array", "string", "number", "integer", "boolean"]

/** Keywords that only one type has, where a schema does not name its type. */
const typical: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ["object", ["properties", "required", "additionalProperties", "patternProperties", "propertyNames"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems"]],
  ["string", ["pattern", "format", "minLength", "maxLength"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
]

/** The types of a schema's values, named or to be seen from its keywords, without `null`. Empty where any type fits. */
export function typesOf(schema: ToolSchema): string[] {
  const named = [...new Set([schema.type, ...asList(schema.type)])].filter((type) => known.includes(String(type)))
  if (named.length > 0) return named.filter((type) => type !== "integer" || !named.includes("number")).map(String)
  const values = valuesOf(schema).filter((value) => value !== null)
  if (values.length > 0) return [...new Set(values.map(typeOfValue))]
  const found = typical.find(([, keywords]) => keywords.some((keyword) => Object.hasOwn(schema, keyword)))
  return found ? [found[0]] : []
}

export const valuesOf = (schema: ToolSchema): readonly unknown[] =>
  schema.const !== undefined ? [schema.const] : asList(schema.enum)

function typeOfValue(value: unknown): string {
  if (Array.isArray(value)) return "array"
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value
}

export function joinParts(parts: readonly ToolSchema[]): ToolSchema {
  const whole = Object.assign({}, ...[...parts].reverse())
  const required = [...new Set(parts.flatMap(requiredOf))]
  const properties = joinProperties(parts, (all) => (all.length === 1 ? all[0] : { allOf: all }))
  return { ...whole, ...(properties && { properties }), ...(required.length > 0 && { required }) }
}

/** An object schema with the fields of all alternatives. Fields that only some require are named in words. */
export function joinAlternatives(schema: ToolSchema, alternatives: readonly ToolSchema[]): ToolSchema {
  const mine = requiredOf(schema)
  const needs = alternatives.map((one) => requiredOf(one).filter((name) => !mine.includes(name)))
  const shared = needs[0]?.filter((name) => needs.every((all) => all.includes(name))) ?? []
  const sets = [...new Set(needs.map((all) => all.filter((name) => !shared.includes(name)).join(" and ")))]
  const inWords = sets.length > 1 ? `Needs ${sets.map((set) => set || "none of these").join(", or ")}.` : ""
  const properties = joinProperties([schema, ...alternatives], (all) => {
    const values = all.map((one) => valuesOf(asSchema(one) ?? {}))
    const isChoice = all.length > 1 && values.every(({ length }) => length > 0)
    return isChoice ? { ...asSchema(all[0]), const: undefined, enum: values.flat() } : oneOf(all)
  })
  const description = [schema.description, inWords].filter((text) => typeof text === "string" && text !== "").join(" ")
  return { ...schema, type: "object", properties: properties ?? {}, required: [...mine, ...shared], description }
}

function oneOf(all: readonly unknown[]): unknown {
  const different = new Map(all.map((one) => [JSON.stringify(one), one]))
  return different.size === 1 ? all[0] : { anyOf: [...different.values()] }
}

function joinProperties(
  parts: readonly ToolSchema[],
  join: (all: readonly unknown[]) => unknown,
): ToolSchema | undefined {
  const all = parts.flatMap(({ properties }): ToolSchema[] => [asSchema(properties) ?? {}])
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))]
  if (names.length === 0) return undefined
  return Object.fromEntries(
    names.map((name) => [name, join(all.flatMap((one) => (Object.hasOwn(one, name) ? [own(one, name)] : [])))]),
  )
}

export const requiredOf = ({ required }: ToolSchema): string[] =>
  [...new Set(asList(required))].filter((name): name is string => typeof name === "string")
