import { z } from "zod"

/** The parts of a definition that contain schemas: of objects, lists, unions, records, pipes and wrappers. */
interface Definition {
  readonly shape?: Record<string, z.ZodType>
  readonly catchall?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly items?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
}

const single = ["innerType", "element", "valueType", "in", "out"] as const
const several = ["options", "items"] as const

export const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition

/** Applies `change` to each schema in a schema, the inner ones first. It returns the new parts of a definition. */
export function mapSchema(schema: z.ZodType, change: (definition: Definition) => Partial<Definition>): z.ZodType {
  const def = definitionOf(schema)
  const inner: { -readonly [Part in keyof Definition]: Definition[Part] } = {}
  const map = (part: z.ZodType) => mapSchema(part, change)
  for (const name of single) if (def[name]) inner[name] = map(def[name])
  for (const name of several) if (def[name]) inner[name] = def[name].map(map)
  if (def.shape) {
    inner.shape = Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, map(field)]))
  }
  const changed = { ...inner, ...change({ ...def, ...inner }) }
  if (Object.keys(changed).length === 0) return schema
  const made = z.core.clone(schema, { ...def, ...changed } as never) as z.ZodType
  const meta = schema.meta()
  return meta ? made.meta(meta) : made
}
