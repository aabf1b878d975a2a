/** A part of a message that contains no other parts, as text. */
export interface MessagePart {
  /** In lower case, such as `message/delivery-status`. */
  readonly type: string
  readonly text: string
}

const mostParts = 50
const mostDepth = 6
/** Copies of other messages, such as the mail that a bounce is about. */
const isCopy = /^(?:message\/(?:rfc822|global|partial)|(?:text|message)\/rfc822-headers|message\/global-headers)$/

/** Reads the header of a message, unfolded and in Latin-1, and its parts without copies. It may be malformed. */
export function readParts(source: Buffer): { head: string; parts: readonly MessagePart[] } {
  const message = source.toString("latin1").replace(/\r\n?/g, "\n")
  const parts: MessagePart[] = []
  collect(message, { parts, depth: 0 })
  return { head: split(message).head, parts }
}

export const fieldIn = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, "im").exec(text)?.[1]?.trim()

function collect(entity: string, { parts, depth }: { parts: MessagePart[]; depth: number }): void {
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

function decodeQuoted(text: string, charset?: string): string {
  const bytes = text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return toText(Buffer.from(bytes, "latin1"), charset)
}

/** Text that says it is ASCII, or says nothing, is UTF-8 if it can be. */
export function toText(bytes: Buffer, charset = "us-ascii"): string {
  try {
    if (!/^us-ascii$/i.test(charset)) return new TextDecoder(charset).decode(bytes)
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

export function decodeWords(text: string): string {
  return text.replace(/\?=\s+=\?/g, "?==?").replace(/=\?[\w-]+\?[QB]\?[^?]*\?=/gi, (encoded) => {
    const [, charset, kind = "", word = ""] = encoded.split("?")
    if (kind.toUpperCase() === "B") return toText(Buffer.from(word, "base64"), charset)
    return decodeQuoted(word.replaceAll("_", " "), charset)
  })
}
