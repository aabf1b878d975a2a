import { z } from "zod"

/** The parts of a JSON Schema (2020-12) that this code reads. */
export interface JsonSchema {
  [keyword: string]: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  description?: string
}

export type Components = Record<string, JsonSchema>

const prefix = "#/components/schemas/"

/** Reads a Zod schema as JSON Schema. Named parts (`meta({ id })`) are moved to `components` and referenced. */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output", components: Components): JsonSchema {
  const whole = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => refine(jsonSchema) })
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', `"${prefix}`)
  const { $schema, $defs, ...rest } = JSON.parse(text) as JsonSchema & { $defs?: Components }
  Object.assign(components, $defs)
  return rest
}

/** Removes bounds of doubles, and the ban on other fields, since later versions may add some. */
function refine(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.anyOf) {
    schema.oneOf = schema.anyOf
    delete schema.anyOf
  }
}
