import { jsonFields } from "./json.ts"

/** Keywords whose values are data, so a name in them annotates nothing. */
const data = ["const", "default", "enum", "example", "examples"]
/** Keywords with a schema under each name. */
const named = ["$defs", "definitions", "dependentSchemas", "patternProperties"]
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const types: readonly unknown[] = ["string", "integer", "boolean"]

type Part = [schema: unknown, isReached: boolean]

interface Look {
  readonly seen: Set<string>
  /** Whether only `properties` leads here from the schema's root. */
  readonly isReached: boolean
}

/**
 * Says why a tool's arguments cannot be sent as headers; undefined where they can (MCP 2026-07-28, Streamable HTTP,
 * "Schema Extension"). An annotation counts in whatever keyword it is, known or not.
 */
export function headerFault(inputSchema: unknown): string | undefined {
  const pending: Part[] = [[inputSchema, false]]
  const seen = new Set<string>()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [schema, isReached] = next
    const isRoot = schema === inputSchema
    const fault = faultOf(schema, { seen, isReached })
    if (fault !== undefined) return fault
    pending.push(...partsOf(schema, isReached || isRoot))
  }
  return undefined
}

function faultOf(schema: unknown, { seen, isReached }: Look): string | undefined {
  const { "x-mcp-header": name, type } = jsonFields(schema) ?? {}
  if (name === undefined) return undefined
  if (typeof name !== "string" || name === "") return "The name of a header is empty or no text."
  if (!token.test(name)) return "The name of a header has characters that no header's name has."
  if (!isReached) return `The header ${name} is for a value that has no fixed place.`
  if (!types.includes(type)) return `The header ${name} is not for a text, an integer or a boolean.`
  if (seen.has(name.toLowerCase())) return `Two arguments have the header ${name}.`
  seen.add(name.toLowerCase())
  return undefined
}

function partsOf(schema: unknown, isReached: boolean): Part[] {
  if (Array.isArray(schema)) return schema.map((part) => [part, false])
  const { properties, ...rest } = jsonFields(schema) ?? {}
  const reached = Object.values(jsonFields(properties) ?? {}).map((part): Part => [part, isReached])
  const others = Object.entries(rest).filter(([keyword]) => !data.includes(keyword))
  const unreached = others.flatMap(([keyword, part]) => (named.includes(keyword) ? Object.values(part ?? {}) : [part]))
  return [...reached, ...unreached.map((part): Part => [part, false])]
}
