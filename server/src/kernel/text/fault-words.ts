import type { z } from "zod"
import { definitionOf } from "../tools/map-schema.ts"

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

/**
 * Describes a field's fault in words that follow its name (`is missing`, `must be text, not a number`). Zod calls it
 * (`{ error: wordFault }`) where a schema has no error text; the texts of schemas have the same form.
 */
export function wordFault(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return wrongType(isInteger(issue.inst) ? "int" : issue.expected, issue.input)
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum), issue.input)
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum), issue.input)
    case "invalid_format":
      return Object.hasOwn(formats, issue.format) ? String(formats[issue.format]) : "has the wrong format"
    case "invalid_value":
      return `must be ${oneOf(issue.values)}`
    case "invalid_union":
      return Array.isArray(issue.options) ? `must be ${oneOf(issue.options)}` : "has no accepted format"
    case "unrecognized_keys":
      return unknownHere(issue.keys, issue.inst)
    default:
      return "is invalid"
  }
}

/** Turns the `issues` of the input `raw` into sentences, with a hint that says what to send instead. */
export function toSentences(
  schema: z.ZodType,
  raw: unknown,
  issues: readonly Issue[],
): { message: string; hint?: string; field?: string } {
  const faults = oneForEachField(issues.map(narrowest))
  const shown = faults.slice(0, mostShown)
  const more = faults.length - shown.length
  const message = [...shown.map(sentenceOf), ...(more > 0 ? [`There are ${more} more errors.`] : [])].join(" ")
  const advice = [...shown.map((issue) => adviceFor(schema, issue)), unknownIn(schema, raw, shown)]
  const hint = advice.filter((sentence) => sentence !== undefined).join(" ")
  const field = shown[0]?.path.map(String).join(".")
  return { message, ...(hint && { hint }), ...(field && { field }) }
}

/** The most faults that a message lists. An input with more was not meant for this action. */
const mostShown = 10

/** Replaces the fault of a union by the fault of the nearest variant, if exactly one is nearest. */
function narrowest(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue
  const nearest = issue.errors.filter((faults) => faults.length === 1 && faults[0]?.path.length !== 0)
  const [only] = nearest.length === 1 ? (nearest[0] ?? []) : []
  return only ? narrowest({ ...only, path: [...issue.path, ...only.path] }) : issue
}

function oneForEachField(issues: Issue[]): Issue[] {
  return [...new Map(issues.toReversed().map((issue) => [nameOf(issue), issue])).values()].toReversed()
}

function nameOf(issue: Issue): string {
  const path = issue.path.map(String)
  return issue.code === "unrecognized_keys" ? quotedFields(issue.keys.slice(0, 3), path) : quoted(path)
}

const quotedFields = (names: readonly string[], path: readonly string[] = []) =>
  names.map((name) => quoted([...path, name])).join(", ")
const quoted = (path: string[]) => (path.length === 0 ? "The input" : `\`${path.map(plain).join(".")}\``)
/** Shortens a name from the caller, and removes characters that could end the quotes around it. */
const plain = (name: string) => name.replace(/[^\p{L}\p{N}_.-]/gu, "?").slice(0, 64)

const sentenceOf = (issue: Issue) => `${nameOf(issue)} ${issue.message}.`

function adviceFor(schema: z.ZodType, issue: Issue): string | undefined {
  if (issue.path.length === 0) return undefined
  const { example, description } = documentationOf(findSchema(schema, issue.path))
  const such = example === undefined ? "" : `, such as \`${JSON.stringify(example)}\``
  if (description) return `Send ${nameOf(issue)} as documented${such}: ${description.replace(/\.?$/, ".")}`
  return such && `Send ${nameOf(issue)} as documented${such}.`
}

/** Names the unknown fields of an input that lacks one: one of them is likely the wrong name of the missing field. */
function unknownIn(schema: z.ZodType, raw: unknown, shown: readonly Issue[]): string | undefined {
  const isMissing = shown.some(({ message, path }) => message === missing && path.length === 1)
  const known = shapeOf(schema)
  if (!isMissing || !known || typeof raw !== "object" || raw === null) return undefined
  const unknown = Object.keys(raw).filter((name) => !Object.hasOwn(known, name))
  if (unknown.length === 0 || shown.some(({ code }) => code === "unrecognized_keys")) return undefined
  return `Unknown: ${quotedFields(unknown.slice(0, 3))}.`
}

function* layersOf(schema: z.ZodType | undefined): Generator<z.ZodType> {
  for (let layer = schema; layer; layer = definitionOf(layer).innerType ?? definitionOf(layer).in) yield layer
}

function shapeOf(schema: z.ZodType | undefined): Record<string, z.ZodType> | undefined {
  return [...layersOf(schema)].map((layer) => definitionOf(layer).shape).find((shape) => shape !== undefined)
}

function findSchema(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  return path.reduce<z.ZodType | undefined>((at, part) => {
    const shape = shapeOf(at)
    if (shape) return Object.hasOwn(shape, part) ? shape[String(part)] : undefined
    return [...layersOf(at)].map((layer) => definitionOf(layer).element).find((element) => element !== undefined)
  }, schema)
}

function documentationOf(schema: z.ZodType | undefined): { example?: unknown; description?: string | undefined } {
  const metas = [...layersOf(schema)].map((layer) => layer.meta())
  const examples = metas.find((meta) => meta?.examples !== undefined)?.examples as unknown[] | undefined
  return { example: examples?.[0], description: metas.find((meta) => meta?.description)?.description }
}

const missing = "is missing"

const wanted: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
  null: "null",
}

const isInteger = (schema: unknown) => (schema as { isInt?: boolean } | undefined)?.isInt === true

function wrongType(expected: string, input: unknown): string {
  if (input === undefined) return missing
  const what = Object.hasOwn(wanted, expected) ? wanted[expected] : "something else"
  if (typeof input === "number" && Number.isFinite(input) && expected === "int") return `must be ${what}, not ${input}`
  const quotes =
    typeof input === "string" && /^(number|int|boolean)$/.test(expected) ? " (write it without quotes)" : ""
  return `must be ${what}, not ${kindOf(input)}${quotes}`
}

function kindOf(input: unknown): string {
  if (input === null) return "null"
  if (Array.isArray(input)) return "a list"
  if (typeof input === "number" && Number.isNaN(input)) return "text"
  return String(Object.hasOwn(wanted, typeof input) ? wanted[typeof input] : typeof input)
}

function tooSmall(origin: string, least: number, input: unknown): string {
  const length = lengthOf(input)
  if (length === 0 && least === 1) return "is empty"
  if (origin === "string") return `is too short; use at least ${count(least, "character")}`
  if (length !== undefined) return `needs at least ${least} entries`
  return `must be at least ${least}`
}

function tooBig(origin: string, most: number, input: unknown): string {
  const length = lengthOf(input)
  if (origin === "string") return `is too long; use at most ${count(most, "character")}`
  if (length !== undefined) return `takes at most ${most} ${most === 1 ? "entry" : "entries"}`
  return `must be at most ${most}`
}

const lengthOf = (input: unknown) => (typeof input === "string" || Array.isArray(input) ? input.length : undefined)

const count = (amount: number | undefined, what: string) => `${amount} ${what}${amount === 1 ? "" : "s"}`

const formats: Record<string, string> = {
  email: "must be a valid email address",
  url: "must be a full URL, such as `https://example.com/page`",
  uuid: "must be a UUID, such as `7b0f6c1e-5a0d-4c55-9b1f-3f0a8d2f6e11`",
  date: "must be an existing day, such as `2026-11-30`",
  datetime: "must be a time such as `2026-11-30T18:00:00Z`, with `Z` or an offset such as `+01:00`",
}

function oneOf(values: readonly unknown[]): string {
  const all = values.map((value) => `\`${value}\``)
  return all.length === 1 ? String(all[0]) : `one of ${all.join(", ")}`
}

function unknownHere(keys: readonly string[], inst: unknown): string {
  const known = Object.keys(shapeOf(inst as z.ZodType) ?? {})
  const isAre = keys.length === 1 ? "is" : "are"
  return `${isAre} unknown; ${known.length === 0 ? "no field is known" : `use ${quotedFields(known)}`}`
}
