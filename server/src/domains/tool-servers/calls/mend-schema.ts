import { asList, asSchema, type ToolSchema, targetOf } from "#kernel/tools/schema-parts.ts"
import { joinAlternatives, joinParts, requiredOf, typesOf, valuesOf } from "./join-schemas.ts"

type Mended = Record<string, unknown>

/** Tried in turn until the schema is small enough. Deeper parts accept any value. */
const depths = [12, 4]
const most = { parts: 800, characters: 24_000, note: 120, description: 1_000 }
const nameShape = /^[\w.-]{1,64}$/

const anything: Mended = {
  anyOf: [
    ...[{ type: "string" }, { type: "number" }, { type: "boolean" }, { type: "object", properties: {} }],
    { type: "array", items: { type: "string" } },
  ],
}

/**
 * Rewrites a tool's input schema with the keywords that the hosts of all models accept. All other rules become words of
 * a description, since a call is checked against the original. Returns a sentence where no model can be given the tool.
 */
export function mendSchema(schema: object): object | string {
  for (const depth of depths) {
    try {
      const mended = mendRoot({ root: schema, parts: 0 }, schema, depth)
      if (typeof mended === "string" || JSON.stringify(mended).length <= most.characters) return mended
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error
    }
  }
  return "Its input schema is too large for a model."
}

class TooLarge extends Error {}

interface Walk {
  readonly root: object
  parts: number
}

/** A schema without references and `allOf`, and the references that led to it. */
interface Place {
  readonly schema: ToolSchema
  readonly refs: readonly string[]
}

function mendRoot(walk: Walk, schema: object, depth: number): Mended | string {
  const place = gather(walk, schema, [])
  const types = typesOf(place.schema)
  if (types.length > 0 && !types.includes("object")) return "Its input schema is not of an object."
  return toObject(walk, withoutAlternatives(walk, place), depth)
}

/** Undefined where the schema accepts no value but null. */
function mend(
  walk: Walk,
  given: unknown,
  { refs, depth }: Pick<Place, "refs"> & { depth: number },
): Mended | undefined {
  const place = gather(walk, given, refs)
  if (given === false || place.schema.type === "null") return undefined
  if (depth <= 0) return described(place.schema, anything)
  const types = typesOf(place.schema)
  const alternatives = alternativesOf(place.schema)
  if (alternatives.length === 0 || types.length > 0) {
    const ways = types.map((type) => mendTyped(walk, { ...place, schema: { ...place.schema, type } }, depth))
    return described(place.schema, oneWay(ways))
  }
  const ways = waysOf(walk, alternatives, { refs: place.refs, depth: depth - 1 })
  return described(place.schema, oneWay(ways))
}

function waysOf(walk: Walk, given: readonly unknown[], below: Parameters<typeof mend>[2]): Mended[] {
  return given.map((one) => mend(walk, one, below)).filter((way) => way !== undefined)
}

function mendTyped(walk: Walk, place: Place, depth: number): Mended {
  const { schema, refs } = place
  const { type } = schema
  if (type === "object") return toObject(walk, withoutAlternatives(walk, place), depth)
  if (type === "array") {
    const inner = [schema.prefixItems ?? [], schema.items ?? []].flat()
    return { type, items: oneWay(waysOf(walk, inner, { refs, depth: depth - 1 })) }
  }
  const texts = valuesOf(schema).filter((value) => typeof value === "string" && value !== "")
  return type === "string" && texts.length > 0 ? { type, enum: [...new Set(texts)] } : { type }
}

function toObject(walk: Walk, { schema, refs }: Place, depth: number): Mended {
  const all = Object.entries(asSchema(schema.properties) ?? {})
  const remaining = all.flatMap(([name, given]) => {
    const mended = nameShape.test(name) ? mend(walk, given, { refs, depth: depth - 1 }) : undefined
    return mended ? [[name, mended] as const] : []
  })
  const names = remaining.map(([name]) => name)
  const required = requiredOf(schema).filter((name) => names.includes(name))
  const odd = all.flatMap(([name]) => (nameShape.test(name) ? [] : [requiredOf(schema).includes(name) ? `${name} (required)` : name])) // biome-ignore format: one thought
  if (schema.patternProperties ?? asSchema(schema.additionalProperties)) odd.push("of other names")
  const words = odd.length > 0 ? `Further fields: ${odd.join(", ").slice(0, most.note)}.` : ""
  const properties = Object.fromEntries(remaining)
  return described(schema, { type: "object", properties, ...(required.length > 0 && { required }) }, words)
}

function withoutAlternatives(walk: Walk, place: Place): Place {
  const given = alternativesOf(place.schema)
  if (given.length === 0) return place
  const found = given
    .map((one) => withoutAlternatives(walk, gather(walk, one, place.refs)))
    .filter(({ schema }) => typesOf(schema).length === 0 || typesOf(schema).includes("object"))
  const schema = joinAlternatives(place.schema, found.map((one) => one.schema)) // biome-ignore format: one thought
  return { schema: { ...schema, anyOf: undefined, oneOf: undefined }, refs: union([place, ...found]) }
}

const alternativesOf = ({ anyOf, oneOf }: ToolSchema) => [...asList(anyOf), ...asList(oneOf)]

function oneWay(ways: readonly Mended[]): Mended {
  const different = [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()]
  const [first = anything] = different
  return different.length <= 1 ? first : { anyOf: different.flatMap((way) => asList(way.anyOf ?? [way]) as Mended[]) }
}

/** Follows the references to parts of the same schema. A part inside itself keeps only its type. */
function gather(walk: Walk, given: unknown, refs: readonly string[]): Place {
  walk.parts += 1
  if (walk.parts > most.parts) throw new TooLarge()
  const { $ref, allOf, ...schema } = asSchema(given) ?? {}
  const target = asSchema(targetOf(walk.root, $ref))
  const isInside = refs.includes(String($ref))
  const led = target && !isInside ? [...refs, String($ref)] : refs
  const found = isInside ? { schema: { type: target?.type }, refs } : target && gather(walk, target, led)
  const parts = [found ?? [], asList(allOf).map((one) => gather(walk, one, led))].flat()
  if (parts.length === 0) return { schema, refs }
  return { schema: joinParts([schema, ...parts.map((one) => one.schema)]), refs: union(parts) }
}

const union = (places: readonly Place[]) => [...new Set(places.flatMap(({ refs }) => refs))]

const noted: Readonly<Record<string, string>> = {
  format: "Format",
  pattern: "Pattern",
  minimum: "Minimum",
  maximum: "Maximum",
  exclusiveMinimum: "More than",
  exclusiveMaximum: "Less than",
  multipleOf: "Multiple of",
  minLength: "Shortest length",
  maxLength: "Longest length",
  minItems: "Fewest items",
  maxItems: "Most items",
  default: "Default",
}

function described(schema: ToolSchema, mended: Mended, more = ""): Mended {
  const said = typeof mended.description === "string" ? mended.description : ""
  if (said !== "" && more === "") return mended
  const own = typeof schema.description === "string" ? schema.description : ""
  const rules = Object.entries(noted).flatMap(([name, words]) => {
    const value = schema[name]
    return value === undefined || typeof value === "boolean" || value === "" ? [] : [`${words}: ${written(value)}.`]
  })
  const values = valuesOf(schema).filter((value) => value !== null && value !== "")
  if (values.some((value) => typeof value !== "string")) rules.push(`One of: ${written(values)}.`)
  const text = [own, ...rules, more].filter(Boolean).join(" ")
  return text === "" ? mended : { ...mended, description: text.slice(0, most.description) }
}

const written = (value: unknown) =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, most.note)
