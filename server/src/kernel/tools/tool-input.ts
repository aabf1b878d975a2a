import { digitsIn } from "./arguments.ts"
import { asList, asSchema, own, type ToolSchema, targetOf } from "./schema-parts.ts"

/** A number of JSON. A model's long integers arrive as text, so that they keep their digits. */
const numberShape = /^-?(?:0|[1-9]\d{0,400})(?:\.\d{1,400})?(?:[eE][+-]?\d{1,3})?$/
const truths: Readonly<Record<string, boolean>> = { true: true, yes: true, "1": true, false: false, no: false, "0": false } // biome-ignore format: one thought
const deepest = 32

interface Reading {
  readonly root: object
  /** `own`: empty text clears a value that may be null, and nothing else. `foreign`: any text may be empty. */
  readonly tools: "own" | "foreign"
  readonly known: Map<unknown, Facts>
}

/** The values that a part of a schema accepts, computed once. */
interface Facts {
  /** The one type that it accepts beside null. */
  readonly only: string | undefined
  readonly takesNull: boolean
  readonly takesEmptyText: boolean
  readonly items: unknown
  readonly properties: ToolSchema
  readonly required: ReadonlySet<unknown>
}

/**
 * Reads arguments as they are meant. An optional one that is null or empty is left out, unless its schema takes that as
 * a value. A text becomes a number, a truth value, a list or an object where the schema accepts nothing else.
 */
export function toolInputReader<Input extends object>(root: object, tools: Reading["tools"]): (given: Input) => Input {
  const reading = { root, tools, known: new Map<unknown, Facts>() }
  return (given) => read(reading, root, { value: given, depth: 0 }) as Input
}

function read(reading: Reading, schema: unknown, { value, depth }: { value: unknown; depth: number }): unknown {
  if (depth > deepest || value === null) return value
  const facts = factsOf(reading, schema)
  if (typeof value === "string") {
    const meant = readText(facts, value)
    const isParsed = facts.only === "array" || facts.only === "object"
    return isParsed && meant !== value ? read(reading, schema, { value: meant, depth: depth + 1 }) : meant
  }
  if (Array.isArray(value)) return value.map((one) => read(reading, facts.items, { value: one, depth: depth + 1 }))
  return typeof value === "object" ? readObject(reading, facts, { value, depth }) : value
}

function readObject(
  reading: Reading,
  { properties, required }: Facts,
  { value, depth }: { value: object; depth: number },
): object {
  const fields = Object.entries(value).map(([name, one]) => {
    return [name, read(reading, own(properties, name), { value: one, depth: depth + 1 })] as const
  })
  const isGiven = ([name, one]: readonly [string, unknown]) =>
    required.has(name) || !Object.hasOwn(properties, name) || isValue(factsOf(reading, properties[name]), one)
  return Object.fromEntries(fields.filter(isGiven))
}

function isValue({ takesNull, takesEmptyText }: Facts, value: unknown): boolean {
  if (value === null) return takesNull
  return takesEmptyText || typeof value !== "string" || value.trim() !== ""
}

function readText({ only }: Facts, value: string): unknown {
  if (only === undefined || only === "string") return value
  const text = value.trim()
  if (text === "null") return null
  if (only === "number") return numberShape.test(text) ? toNumber(text) : value
  if (only === "boolean") return own(truths, text.toLowerCase()) ?? value
  const parsed = /^[[{]/.test(text) ? digitsIn(text) : undefined
  return typeOf(parsed) === only ? parsed : value
}

function toNumber(text: string): unknown {
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? rawJson.rawJSON(text) : number
}

/** TypeScript does not know `rawJSON` yet. */
const rawJson = JSON as unknown as { rawJSON(text: string): unknown }

function factsOf(reading: Reading, schema: unknown): Facts {
  const known = reading.known.get(schema)
  if (known) return known
  const forms = formsOf(reading.root, schema)
  const types = new Set<unknown>(forms.flatMap(typesOf))
  const takesNull = types.delete("null") || types.has("any")
  const only = types.size === 1 && !types.has("any") ? String([...types][0]) : undefined
  const [object = {}, ...others] = forms.filter((form) => asSchema(form.properties) !== undefined)
  const isOwn = reading.tools === "own"
  const facts = {
    only,
    takesNull,
    takesEmptyText: (takesNull || !isOwn) && forms.some((form) => isEmptyTextIn(form, isOwn)),
    items: forms.find((form) => asSchema(form.items) !== undefined)?.items,
    properties: others.length === 0 ? (asSchema(object.properties) ?? {}) : {},
    required: new Set(asList(object.required)),
  }
  reading.known.set(schema, facts)
  return facts
}

/** The schemas that a schema lets a value choose from, each once. References may form a circle. */
function formsOf(root: object, schema: unknown): ToolSchema[] {
  const seen = new Set([asSchema(schema) ?? {}])
  const forms: ToolSchema[] = []
  for (const form of seen) {
    const target = asSchema(targetOf(root, form.$ref))
    const choices = target ? [target] : form.type === undefined ? [...asList(form.anyOf), ...asList(form.oneOf)] : []
    for (const choice of choices) seen.add(asSchema(choice) ?? {})
    if (choices.length === 0) forms.push(form)
  }
  return forms
}

function typesOf({ type, enum: values, ...schema }: ToolSchema): readonly unknown[] {
  const named = [type ?? []].flat()
  const valued = Object.hasOwn(schema, "const") ? [schema.const] : asList(values)
  const types = named.length > 0 ? named : valued.map(typeOf)
  return types.length === 0 ? ["any"] : types.map((name) => (name === "integer" ? "number" : name))
}

function typeOf(value: unknown): string {
  if (value === null) return "null"
  return Array.isArray(value) ? "array" : typeof value
}

/** No pattern of a foreign schema is run. */
function isEmptyTextIn(form: ToolSchema, isOwn: boolean): boolean {
  if (typesOf(form).includes("any")) return true
  const isBound = form.format !== undefined || Number(form.minLength ?? 0) > 0 || (isOwn && form.pattern !== undefined)
  return typesOf(form).includes("string") && !isBound && (form.enum === undefined || asList(form.enum).includes(""))
}
