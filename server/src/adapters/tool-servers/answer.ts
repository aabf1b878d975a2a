import { canonicalJson } from "#kernel/canonical-json.ts"
import { cleanDefinitionText, cleanJson } from "./definition.ts"
import { type JsonFields, jsonFields, parsed } from "./json.ts"
import type { ToolAnswer, ToolPicture } from "./port.ts"

/** Reads an answer in each form that servers use. Parts without text are replaced by the name of their kind. */
export function toToolAnswer(raw: unknown): ToolAnswer {
  const given = jsonFields(raw) ?? { content: typeof raw === "string" ? raw : [JSON.stringify(raw)] }
  const content = typeof given.content === "string" ? [given.content] : given.content
  const parts = Array.isArray(content) ? content.map(readPart) : []
  const structured = given.structuredContent ?? given.toolResult ?? undefined
  const clean = structured === undefined ? undefined : cleanOrNothing(structured)
  const isBare = parts.length === 0 && structured === undefined
  const texts = parts.flatMap(({ text }) => text ?? [])
  const text = cleanDefinitionText(isBare ? writeBare(given) : texts.join("\n"))
  const pictures = parts.flatMap(({ picture }) => picture ?? [])
  return {
    text: repeats(text, clean) ? "" : text,
    isError: given.isError === true || given.isError === "true",
    ...(clean !== undefined && { structured: clean }),
    ...(structured !== undefined && clean === undefined && { note: "Its structured content is nested too deep." }),
    ...(pictures.length > 0 && { pictures }),
  }
}

interface Part {
  readonly text?: string
  readonly picture?: ToolPicture
}

function readPart(raw: unknown): Part {
  if (typeof raw === "string") return { text: raw }
  const part = jsonFields(raw)
  if (!part) return {}
  if (part.type === "resource") return readResource(jsonFields(part.resource) ?? part)
  if (part.type === "resource_link") return { text: linkText(part) }
  const picture = part.type === "image" ? toPicture(part.data, part.mimeType) : undefined
  if (picture) return { text: `[picture, ${picture.mediaType}]`, picture }
  if (typeof part.text === "string") return { text: part.text }
  return { text: `[${typeof part.type === "string" ? part.type : "a part that cannot be read"}]` }
}

function readResource(resource: JsonFields): Part {
  const { uri, mimeType, text, blob } = resource
  const named = typeof uri === "string" ? `[resource ${uri}]` : "[resource]"
  if (typeof text === "string") return { text: `${named}\n${text}` }
  const picture = toPicture(blob, mimeType)
  return { text: named, ...(picture && { picture }) }
}

function linkText({ uri, name, title, description }: JsonFields): string {
  const named = [title ?? name, uri].filter((one) => typeof one === "string" && one !== "")
  const said = typeof description === "string" && description !== "" ? `: ${description}` : ""
  return `[link ${named.join(" ")}]${said}`
}

const mediaTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"]

function toPicture(data: unknown, mediaType: unknown): ToolPicture | undefined {
  if (typeof data !== "string" || typeof mediaType !== "string") return undefined
  const kind = mediaType.toLowerCase().replace("image/jpg", "image/jpeg")
  if (!mediaTypes.includes(kind)) return undefined
  return { mediaType: kind, base64: data.replace(/^data:[^,]{0,100},/, "") }
}

function cleanOrNothing(value: unknown): unknown {
  try {
    return cleanJson(value)
  } catch {
    return undefined
  }
}

/** An answer in no known form, such as `{"rows": []}`, as JSON. */
function writeBare({ _meta, isError: _, content: __, ...given }: JsonFields): string {
  return Object.keys(given).length === 0 ? "" : JSON.stringify(given)
}

/** Whether a text repeats the structured content. Most servers send both. */
function repeats(text: string, structured: unknown): boolean {
  if (structured === undefined || text === "") return false
  const read = cleanOrNothing(parsed(text))
  return read !== undefined && canonicalJson(read) === canonicalJson(structured)
}
