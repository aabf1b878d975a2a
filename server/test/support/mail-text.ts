/** The parts of an `.eml` message that tests look at, decoded. */
export interface ReadMail {
  to: string
  subject: string
  id: string
  text: string
  html: string
}

/** The mails to an address, oldest first, of all that a world has sent. */
export function mailsTo({ mails }: { mails(): string[] }, address: string): ReadMail[] {
  return mails()
    .map(readMail)
    .filter(({ to }) => to === address)
}

/** Reads a message as a mail program does (RFC 2045, RFC 2047), as far as ours need it. */
export function readMail(eml: string): ReadMail {
  const [head = "", ...body] = eml.split("\r\n\r\n")
  const headers = unfold(head)
  const boundary = /boundary="?([^";]+)/.exec(headers["content-type"] ?? "")?.[1]
  const parts = body.join("\r\n\r\n").split(`--${boundary}`).map(readPart)
  const partOf = (type: string) => parts.find((part) => part.type.startsWith(type))?.text ?? ""
  return {
    to: headers.to ?? "",
    subject: decodeWords(headers.subject ?? ""),
    id: headers["message-id"] ?? "",
    text: partOf("text/plain"),
    html: partOf("text/html"),
  }
}

function unfold(head: string): Record<string, string> {
  const lines = head.replace(/\r\n[ \t]/g, " ").split("\r\n")
  return Object.fromEntries(lines.map((line) => [line.split(":")[0]?.toLowerCase(), line.replace(/^[^:]*:\s*/, "")]))
}

function readPart(part: string): { type: string; text: string } {
  const [head = "", ...body] = part.trimStart().split("\r\n\r\n")
  const headers = unfold(head)
  const raw = body.join("\r\n\r\n")
  const encoding = headers["content-transfer-encoding"] ?? ""
  const text =
    encoding === "base64"
      ? Buffer.from(raw, "base64").toString()
      : encoding === "quoted-printable"
        ? decodeQuoted(raw)
        : raw
  return { type: headers["content-type"] ?? "", text: text.replaceAll("\r\n", "\n") }
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, "latin1").toString()
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind, word) =>
      kind.toUpperCase() === "B" ? Buffer.from(word, "base64").toString() : decodeQuoted(word.replaceAll("_", " ")),
    )
}
