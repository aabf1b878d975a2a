import type { DescribedField } from "#contract/pages/developers.ts"

/** The parts of a JSON FieldSchema that the references show. */
export interface FieldSchema {
  $ref?: string
  type?: string
  description?: string
  properties?: Record<string, FieldSchema>
  required?: readonly string[]
  items?: FieldSchema
  oneOf?: readonly FieldSchema[]
  anyOf?: readonly FieldSchema[]
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  examples?: readonly unknown[]
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  pattern?: string
}

/** Returns the schema to which a `$ref` leads, or the schema itself. */
export type Resolve = (schema: FieldSchema) => FieldSchema

/** Every field of an object, each followed by the fields inside it. */
export function describeFields(schema: FieldSchema, resolve: Resolve, around = ""): DescribedField[] {
  const { properties = {}, required = [] } = resolve(schema)
  return Object.entries(properties).flatMap(([name, property]) => {
    const whole = `${around}${name}`
    const isRequired = required.includes(name)
    const { inner, suffix } = unwrap(property, resolve)
    return [
      describeField(whole, property, { isRequired, resolve }),
      ...variantsOf(inner).flatMap((variant) => describeFields(variant, resolve, `${whole}${suffix}.`)),
    ]
  })
}

export function describeField(
  name: string,
  schema: FieldSchema,
  { isRequired, resolve }: { isRequired: boolean; resolve: Resolve },
): DescribedField {
  const description = schema.description ?? resolve(schema).description ?? ""
  const own = resolve(schema)
  const variants = variantsOf(own).filter((variant) => variant !== own)
  const limits = [own, ...variants.map(resolve)].flatMap(limitsOf)
  return { name, type: typeOf(schema, resolve), isRequired, description, limits }
}

/** The alternatives of a schema. A value fits one of them. */
export const variantsOf = (schema: FieldSchema): readonly FieldSchema[] => schema.oneOf ?? schema.anyOf ?? [schema]

function unwrap(schema: FieldSchema, resolve: Resolve): { inner: FieldSchema; suffix: string } {
  const own = resolve(schema)
  if (own.items === undefined) return { inner: own, suffix: "" }
  const { inner, suffix } = unwrap(own.items, resolve)
  return { inner, suffix: `[]${suffix}` }
}

function typeOf(schema: FieldSchema, resolve: Resolve): string {
  const own = resolve(schema)
  if (own.items) return `array of ${typeOf(own.items, resolve)}s`
  const types = variantsOf(own).map((variant) => (variant === own ? own.type : typeOf(variant, resolve)))
  return [...new Set(types)].join(" or ") || "any"
}

function limitsOf(schema: FieldSchema): string[] {
  const { format, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  return [
    format,
    rangeOf(minLength, maxLength, " characters"),
    rangeOf(minItems, maxItems, " items"),
    rangeOf(minimum, maximum),
    schema.enum?.map(quoted).join(", "),
    schema.const !== undefined && `always ${quoted(schema.const)}`,
    schema.default !== undefined && `default ${quoted(schema.default)}`,
    schema.examples && `such as ${schema.examples.map(quoted).join(", ")}`,
  ].filter((limit): limit is string => typeof limit === "string")
}

function rangeOf(from: number | undefined, to: number | undefined, unit = ""): string | undefined {
  if (from === undefined && to === undefined) return undefined
  if (to === undefined) return `at least ${from}${unit}`
  if (from === to) return `${from}${unit}`
  return from === undefined ? `at most ${to}${unit}` : `${from} to ${to}${unit}`
}

const quoted = (value: unknown) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``
