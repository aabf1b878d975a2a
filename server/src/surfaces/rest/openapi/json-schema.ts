import { z } from "zod"

/** A JSON Schema (2020-12), as far as it is looked at here. */
export interface JsonSchema {
  [keyword: string]: unknown
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  description?: string
  examples?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  items?: JsonSchema
  $ref?: string
}

/** Named schemas, by name. */
export type Components = Record<string, JsonSchema>

const prefix = "#/components/schemas/"

/** Reads a Zod schema as JSON Schema; parts that have a name (`meta({ id })`) go to `components` and are referred to. */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output", components: Components): JsonSchema {
  const whole = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => relax(jsonSchema) })
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', `"${prefix}`)
  const { $schema, $defs, ...rest } = JSON.parse(text) as JsonSchema & { $defs?: Components }
  Object.assign(components, $defs)
  return rest
}

/** That a number fits a double is no news to a reader, and a reader must bear fields that come later. */
function relax(schema: { minimum?: unknown; maximum?: unknown; additionalProperties?: unknown }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

/** Makes an example out of the examples of a schema's parts. */
export function exampleOf(schema: JsonSchema, components: Components): unknown {
  if (schema.$ref) return exampleOf(components[schema.$ref.slice(prefix.length)] ?? {}, components)
  if (schema.examples) return schema.examples[0]
  if (schema.format === "email") return "bo@example.com"
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const variant = (schema.anyOf ?? schema.oneOf)?.[0]
  if (variant) return exampleOf(variant, components)
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, exampleOf(part, components)]),
    )
  }
  if (schema.items) return [exampleOf(schema.items, components)]
  return plainExamples[String(Array.isArray(schema.type) ? schema.type[0] : schema.type)]
}

const plainExamples: Record<string, unknown> = { string: "text", integer: 1, number: 1, boolean: true, null: null }

/** One example for each variant of a schema; a schema without variants has one. */
export function examplesOf(schema: JsonSchema, components: Components): Record<string, { value: unknown }> {
  const variants = schema.anyOf ?? schema.oneOf ?? [schema]
  return Object.fromEntries(
    variants.map((variant, at) => [`example${at + 1}`, { value: exampleOf(variant, components) }]),
  )
}
