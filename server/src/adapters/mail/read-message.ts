import { decodeWords, fieldIn, readParts, toText } from "./message-parts.ts"

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

/** Reads a message of this service as mail programs do (RFC 2045, RFC 2047). */
export function readMessage(eml: string): ReadMessage {
  const { head, parts } = readParts(Buffer.from(eml))
  const field = (name: string) => toText(Buffer.from(fieldIn(head, name) ?? "", "latin1"))
  const partOf = (type: string) => parts.find((part) => part.type === type)?.text ?? ""
  return {
    from: decodeWords(field("from")),
    replyTo: field("reply-to"),
    to: field("to"),
    subject: decodeWords(field("subject")),
    id: field("message-id"),
    sentAt: Date.parse(field("date")),
    text: partOf("text/plain"),
    html: partOf("text/html"),
  }
}
