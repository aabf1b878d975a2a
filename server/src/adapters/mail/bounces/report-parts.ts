import { decodeQuoted, toText } from "../read-message.ts"

/** A part of a message that contains no other parts, as text. */
export interface ReportPart {
  /** In lower case, such as `message/delivery-status`. */
  readonly type: string
  readonly text: string
}

const mostParts = 50
const mostDepth = 6
/** Copies of the mail that a report is about. */
const isCopy = /^(?:message\/(?:rfc822|global|partial)|(?:text|message)\/rfc822-headers|message\/global-headers)$/

/** Reads the header of a message, unfolded, and its parts without copies of other messages. It may be malformed. */
export function readParts(source: Buffer): { head: string; parts: readonly ReportPart[] } {
  const message = source.toString("latin1").replace(/\r\n?/g, "\n")
  const parts: ReportPart[] = []
  collect(message, { parts, depth: 0 })
  return { head: split(message).head, parts }
}

export const fieldIn = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, "im").exec(text)?.[1]?.trim()

function collect(entity: string, { parts, depth }: { parts: ReportPart[]; depth: number }): void {
  const { head, body } = split(entity)
  const given = fieldIn(head, "content-type") ?? ""
  const type = /^[^\s;]+/.exec(given)?.[0].toLowerCase() ?? "text/plain"
  const inner = type.startsWith("multipart/") && depth < mostDepth ? entitiesIn(body, parameter(given, "boundary")) : []
  for (const each of inner) if (parts.length < mostParts) collect(each, { parts, depth: depth + 1 })
  if (inner.length > 0 || isCopy.test(type)) return
  const encoding = fieldIn(head, "content-transfer-encoding")?.toLowerCase()
  const charset = parameter(given, "charset")
  parts.push({ type, text: decode(body, { encoding, charset }) })
}

function split(entity: string): { head: string; body: string } {
  const at = entity.startsWith("\n") ? 0 : entity.indexOf("\n\n") >>> 0
  return { head: entity.slice(0, at).replace(/\n[ \t]+/g, " "), body: entity.slice(at).replace(/^\n+/, "") }
}

const parameter = (field: string, name: string) =>
  new RegExp(`\\b${name}\\s*=\\s*"?([^";]+)`, "i").exec(field)?.[1]?.trim()

function entitiesIn(body: string, boundary: string | undefined): string[] {
  if (boundary === undefined) return []
  const line = `^--${boundary.replace(/[^\w]/g, "\\$&")}`
  const [inside = ""] = body.split(new RegExp(`${line}--`, "m"), 1)
  return inside.split(new RegExp(`${line}[ \\t]*\\n`, "m")).slice(1)
}

function decode(
  body: string,
  { encoding, charset }: { encoding: string | undefined; charset: string | undefined },
): string {
  if (encoding === "quoted-printable") return decodeQuoted(body, charset).replace(/\r\n?/g, "\n")
  const bytes = Buffer.from(body, encoding === "base64" ? "base64" : "latin1")
  return toText(bytes, charset).replace(/\r\n?/g, "\n")
}
