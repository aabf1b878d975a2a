import type { ListedTool, ToolList } from "./port.ts"

/** Limits of a server's definitions. Bytes are those of UTF-8. */
export const definitionLimits = { tools: 256, pages: 64, schemaBytes: 16_384, descriptionBytes: 2_048, depth: 32 }

/** Control characters except tab and newline, lone surrogates, private, unassigned and invisible characters. */
const unseen = /(?![\t\n])[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu
const nameShape = /^[\w.\-/: ]{1,128}$/

/** Removes characters that models read and people do not see: control, bidi, tag and zero-width characters. */
export function cleanDefinitionText(text: string): string {
  return text.normalize("NFC").replaceAll("\r\n", "\n").replace(unseen, "")
}

/** Cleans every text and name in a JSON value. @throws Error for a value that is nested too deep. */
export function cleanJson(value: unknown, depth = 0): unknown {
  if (depth > definitionLimits.depth) throw new Error("It is nested too deep.")
  if (typeof value === "string") return cleanDefinitionText(value)
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, depth + 1))
  if (typeof value !== "object" || value === null) return value
  // `Object.fromEntries` keeps `__proto__` as an ordinary field.
  const fields = Object.entries(value).map(
    ([name, item]) => [cleanDefinitionText(name), cleanJson(item, depth + 1)] as const,
  )
  return Object.fromEntries(fields)
}

export interface RawTool {
  name: string
  title?: string | undefined
  description?: string | undefined
  inputSchema: object
  outputSchema?: object | undefined
  annotations?: object | undefined
}

/** Cleans a server's tools. Of two tools with one name, the first is kept. */
export function toToolList(raw: readonly RawTool[]): ToolList {
  const tools = new Map<string, ListedTool>()
  const leftOut: { name: string; why: string }[] = []
  for (const tool of raw) {
    const read = toListedTool(tool)
    if (typeof read === "string") leftOut.push({ name: cleanDefinitionText(tool.name).slice(0, 128), why: read })
    else if (tools.has(read.name)) leftOut.push({ name: read.name, why: "Another tool has the same name." })
    else tools.set(read.name, read)
  }
  return { tools: [...tools.values()], leftOut }
}

/** Returns the tool, or a sentence that says why it is left out. */
function toListedTool(raw: RawTool): ListedTool | string {
  const { name, description = "", annotations = {} } = raw
  if (!nameShape.test(name)) return "Its name has characters that a tool's name does not have."
  if (bytesOf(description) > definitionLimits.descriptionBytes) return "Its description is longer than 2 kB."
  try {
    const inputSchema = cleanObject(raw.inputSchema)
    const outputSchema = raw.outputSchema && cleanObject(raw.outputSchema)
    const known = knownAnnotations(annotations)
    const title = cleanDefinitionText(raw.title ?? known.title ?? "").slice(0, 128)
    return {
      ...{ name, title, description: cleanDefinitionText(description), inputSchema },
      ...(outputSchema && { outputSchema }),
      isReadOnly: known.readOnlyHint === true,
      annotations: known,
    }
  } catch (error) {
    return error instanceof Error ? error.message : "It cannot be read."
  }
}

function cleanObject(schema: object): object {
  if (bytesOf(JSON.stringify(schema)) > definitionLimits.schemaBytes) throw new Error("A schema is larger than 16 kB.")
  const clean = cleanJson(schema)
  if (typeof clean !== "object" || clean === null) throw new Error("A schema is no object.")
  return clean
}

interface KnownAnnotations {
  title?: string
  readOnlyHint?: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  openWorldHint?: boolean
}

const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const

function knownAnnotations(annotations: object): KnownAnnotations {
  const given: Readonly<Record<string, unknown>> = { ...annotations }
  const known: KnownAnnotations = {}
  if (typeof given.title === "string") known.title = cleanDefinitionText(given.title).slice(0, 128)
  for (const hint of hints) {
    const value = given[hint]
    if (typeof value === "boolean") known[hint] = value
  }
  return known
}

const bytesOf = (text: string) => Buffer.byteLength(text)
