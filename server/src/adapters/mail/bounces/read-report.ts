import { decodeWords, fieldIn, type MessagePart, readParts } from "../message-parts.ts"
import { withoutAddresses } from "../without-addresses.ts"
import {
  answerHead,
  asksSender,
  gaveUp,
  reply,
  serverHead,
  startOfCopy,
  statusCode,
  stillTries,
} from "./report-words.ts"

export interface BounceReport {
  readonly status?: string
  readonly words: string
  readonly isFinal: boolean
}

type Ending = "failed" | "delayed" | "arrived"

const mostWords = 10_000
const endings: Readonly<Record<string, Ending>> = {
  ...{ failed: "failed", failure: "failed", expired: "failed", delayed: "delayed", deferred: "delayed" },
  ...{ delivered: "arrived", relayed: "arrived", expanded: "arrived" },
}

/**
 * Reads a report of RFC 3464, or the text of a server that sends none. The message may be cut, malformed or forged.
 * Returns undefined for a message that is no bounce, such as an automatic answer.
 */
export function readReport(source: Buffer): BounceReport | undefined {
  const { head, parts } = readParts(source)
  const has = (type: RegExp) => parts.find((part) => type.test(part.type))
  if (has(/^message\/feedback-report$/)) return undefined
  const message = { subject: decodeWords(fieldIn(head, "subject") ?? ""), text: beforeCopy(textOf(parts)) }
  const isFromServer = comesFromServer(head, message.subject)
  const fields = has(/^message\/(?:global-)?delivery-status$/)?.text ?? (isFromServer ? message.text : "")
  const found = readFields(fields, message)
  if (found === "arrived") return undefined
  const report = found ?? (isFromServer ? readWords(message) : undefined)
  return report && { ...report, words: withoutAddresses(report.words) }
}

/** Programs that answer for a person leave the envelope's sender empty, too (RFC 3834 section 3.3). */
function comesFromServer(head: string, subject: string): boolean {
  if (answerHead.test(head.replace(/^subject:.*$/im, () => `Subject: ${subject}`))) return false
  return (
    serverHead.test(head) || (/^return-path:\s*<>/im.test(head) && (gaveUp.test(subject) || stillTries.test(subject)))
  )
}

interface Message {
  readonly subject: string
  readonly text: string
}

/** The fields of a `message/delivery-status` (RFC 3464 section 2.3). A mail that reached one reader has arrived. */
function readFields(fields: string, message: Message): BounceReport | "arrived" | undefined {
  const unfolded = fields.replace(/\n[ \t]+/g, " ")
  const blocks = unfolded.split(/\n\s*\n/).filter((block) => endingOf(block) !== undefined)
  const all = new Set(blocks.map(endingOf))
  const ending = (["arrived", "delayed", "failed"] as const).find((each) => all.has(each)) ?? endingByCode(unfolded)
  if (ending === undefined || ending === "arrived") return ending
  const block = blocks.find((block) => endingOf(block) === ending) ?? unfolded
  const fieldOf = (name: string) => fieldIn(block, name) ?? fieldIn(unfolded, name)
  const diagnostic = fieldOf("Diagnostic-Code")?.replace(/^[\w.-]+[ \t]*;/, "") ?? ""
  const status = bestStatus(statusCode.exec(fieldOf("Status") ?? "")?.[0], diagnostic)
  const words = /\p{L}/u.test(diagnostic) ? diagnostic : wordsIn(message)
  return { ...(status && { status }), words, isFinal: ending === "failed" && !asksSender.test(diagnostic) }
}

const endingOf = (block: string): Ending | undefined =>
  endings[/^\w+/.exec(fieldIn(block, "Action") ?? "")?.[0].toLowerCase() ?? ""]

/** Some servers leave Action out. */
function endingByCode(unfolded: string): Ending | undefined {
  const status = fieldIn(unfolded, "Status") ?? ""
  const diagnostic = fieldIn(unfolded, "Diagnostic-Code") ?? ""
  const [, kind] = /^([245])\.\d/.exec(status) ?? /(?:^|;\s*)([45])\d\d\b/.exec(diagnostic) ?? []
  return ({ 2: "arrived", 4: "delayed", 5: "failed" } as const)[kind ?? ""]
}

/** The server at the end of the way may know more than the one that reports. */
function bestStatus(status: string | undefined, diagnostic: string): string | undefined {
  const said = statusCode.exec(diagnostic)?.[0]
  return status === undefined || (/\.0\.0$/.test(status) && said?.[0] === status[0]) ? (said ?? status) : status
}

function readWords(message: Message): BounceReport | undefined {
  const all = `${message.subject}\n${message.text}`
  const isDelay = stillTries.test(all)
  if (!isDelay && !gaveUp.test(all)) return undefined
  const words = wordsIn(message)
  const status = statusCode.exec(words)?.[0]
  return { ...(status && { status }), words, isFinal: !isDelay }
}

/** The line with a server's reply, or the one that says what happened. */
function wordsIn({ subject, text }: Message): string {
  const lines = text.split("\n").map((line) => line.replace(/^\s*(?:status|action|subject):.*/i, "").trim())
  const says = (line: string) => gaveUp.test(line) || stillTries.test(line)
  return lines.find((line) => reply.test(line)) ?? lines.find(says) ?? subject
}

function beforeCopy(text: string): string {
  const read = text.slice(0, mostWords)
  return read.slice(0, read.search(startOfCopy) >>> 0)
}

/** The first part is for people. */
function textOf(parts: readonly MessagePart[]): string {
  const texts = parts.filter(({ type, text }) => /^text\/(?:plain|html)$/.test(type) && text.trim() !== "")
  const plain = texts.find(({ type }) => type === "text/plain")
  return plain?.text ?? (texts[0]?.text ?? "").slice(0, 4 * mostWords).replace(/<[^<>]*>/g, "\n")
}
