export interface ReadMessage {
  from: string
  replyTo: string
  to: string
  subject: string
  /** The Message-ID with its angle brackets. */
  id: string
  /** Epoch milliseconds. */
  sentAt: number
  text: string
  html: string
}

/** Reads a message as mail programs do (RFC 2045, RFC 2047), as far as this service's messages need it. */
export function readMessage(eml: string): ReadMessage {
  const { headers } = split(eml)
  const boundary = /boundary="?([^";]+)/.exec(headers["content-type"] ?? "")?.[1]
  const parts = (boundary === undefined ? [eml] : eml.split(`--${boundary}`).slice(1)).map(readPart)
  const partOf = (type: string) => parts.find((part) => part.type.startsWith(type))?.text ?? ""
  return {
    from: decodeWords(headers.from ?? ""),
    replyTo: headers["reply-to"] ?? "",
    to: headers.to ?? "",
    subject: decodeWords(headers.subject ?? ""),
    id: headers["message-id"] ?? "",
    sentAt: Date.parse(headers.date ?? ""),
    text: partOf("text/plain"),
    html: partOf("text/html"),
  }
}

function split(text: string): { headers: Record<string, string>; body: string } {
  const [head = "", ...body] = text.trimStart().split("\r\n\r\n")
  const lines = head.replace(/\r\n[ \t]/g, " ").split("\r\n")
  const headers = lines.map((line) => [line.split(":")[0]?.toLowerCase(), line.replace(/^[^:]*:\s*/, "")])
  return { headers: Object.fromEntries(headers), body: body.join("\r\n\r\n") }
}

function readPart(part: string): { type: string; text: string } {
  const { headers, body } = split(part)
  const encoding = headers["content-transfer-encoding"] ?? ""
  return { type: headers["content-type"] ?? "", text: decode(body, encoding).replaceAll("\r\n", "\n") }
}

function decode(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString()
  return encoding === "quoted-printable" ? decodeQuoted(body) : body
}

export function decodeQuoted(text: string, charset?: string): string {
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
