import { z } from "zod"

/** A JSON Schema (2020-12): the parts that are read here. */
export interface JsonSchema {
  [keyword: string]: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  description?: string
}

/** Named schemas, by name. */
export type Components = Record<string, JsonSchema>

const prefix = "#/components/schemas/"

/** Reads a Zod schema as JSON Schema; parts that have a name (`meta({ id })`) go to `components` and are referred to. */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output", components: Components): JsonSchema {
  const whole = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => refine(jsonSchema) })
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', `"${prefix}`)
  const { $schema, $defs, ...rest } = JSON.parse(text) as JsonSchema & { $defs?: Components }
  Object.assign(components, $defs)
  return rest
}

/**
 * Leaves out the bounds of a double, which tell a reader nothing, and the ban on other fields, because later versions
 * may add some. The variants of an answer become `oneOf`.
 */
function refine(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.anyOf) {
    schema.oneOf = schema.anyOf
    delete schema.anyOf
  }
}
