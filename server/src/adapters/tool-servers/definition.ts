import { canonicalJson } from "#kernel/canonical-json.ts"
import { headerFault } from "./header-rules.ts"
import { type JsonFields, jsonFields } from "./json.ts"
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

/**
 * Cleans a server's tools, each by itself. Of two tools with one name, the first is kept. `hasHeaders`: calls repeat
 * arguments in headers.
 */
export function toListedTools(raw: readonly unknown[], hasHeaders: boolean): Pick<ToolList, "tools" | "leftOut"> {
  const tools = new Map<string, ListedTool>()
  const leftOut: { name: string; why: string }[] = []
  for (const [index, tool] of raw.entries()) {
    const given = jsonFields(tool) ?? {}
    const name = typeof given.name === "string" ? cleanDefinitionText(given.name).slice(0, 128) : ""
    const read = toListedTool(given, hasHeaders)
    const leaveOut = (why: string) => leftOut.push({ name: name || `Tool ${index + 1}`, why })
    if (typeof read === "string") leaveOut(read)
    else if (!tools.has(read.name)) tools.set(read.name, read)
    else if (canonicalJson(read) !== canonicalJson(tools.get(read.name))) leaveOut("Another tool has the same name.")
  }
  return { tools: [...tools.values()], leftOut }
}

/** Returns the tool, or a sentence that says why it is left out. */
function toListedTool(raw: JsonFields, hasHeaders: boolean): ListedTool | string {
  const { name } = raw
  if (typeof name !== "string" || name === "") return "It has no name."
  if (!nameShape.test(name)) return "Its name has characters that a tool's name does not have."
  try {
    const inputSchema = toInputSchema(raw.inputSchema)
    const fault = hasHeaders ? headerFault(raw.inputSchema) : undefined
    if (fault !== undefined) return fault
    const output = jsonFields(raw.outputSchema)
    const outputSchema = output && cleanObject(output)
    const known = knownAnnotations(jsonFields(raw.annotations) ?? {})
    const title = cleanDefinitionText(textOf(raw.title) || (known.title ?? "")).slice(0, 128)
    const description = cleanDefinitionText(textOf(raw.description))
    const isLong = bytesOf(description) > definitionLimits.descriptionBytes
    return {
      ...{ name, title, description: isLong ? cutText(description) : description, inputSchema },
      ...(outputSchema && { outputSchema }),
      ...(isLong && { isDescriptionCut: true }),
      isReadOnly: known.readOnlyHint === true,
      annotations: known,
    }
  } catch (error) {
    return error instanceof Error ? error.message : "It cannot be read."
  }
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "")

/** A tool without a schema takes no arguments that anything is known of. */
function toInputSchema(given: unknown): object {
  const schema = jsonFields(given ?? {})
  if (!schema) throw new Error("Its input schema is no object.")
  const { type, ...rest } = schema
  const takesObjects = type === undefined || type === null || type === "object"
  if (!takesObjects && !(Array.isArray(type) && type.includes("object")))
    throw new Error("Its input is no object, so it cannot be called.")
  return cleanObject({ type: "object", ...rest })
}

function cutText(text: string): string {
  const cut = Buffer.from(text)
    .subarray(0, definitionLimits.descriptionBytes - 3)
    .toString()
  return `${cut.replace(/\ufffd+$/, "").replace(/\s+\S{0,40}$/, "")}…`
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
