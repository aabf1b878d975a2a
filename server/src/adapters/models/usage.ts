import { fileTokens } from "#kernel/bounds/file-tokens.ts"
import { isRecord } from "./is-record.ts"
import type { LibraryRequest, PartOf } from "./library.ts"
import type { ModelUsage } from "./port.ts"

/** What was sent and what came, in bytes. */
export interface Traffic {
  readonly sentBytes: number
  /** The most that a provider's count of the input is believed, in tokens. */
  readonly mostInput: number
  readonly receivedBytes: number
  readonly maxOutputTokens: number
}

/** A token is about three bytes of text. */
const bytesPerToken = 3

/** Providers add instructions of their own to a request, and count them. */
const ownInstructions = 20_000

/**
 * The most that a provider can have counted of a request. What it makes of pictures and PDFs only it knows, but no more
 * than its model reads.
 */
export function mostInput(sentBytes: number, { hasFiles, windowTokens }: { hasFiles: boolean; windowTokens: number }) {
  const ofText = sentBytes + ownInstructions
  return hasFiles ? Math.max(ofText, windowTokens) : ofText
}

/**
 * Reads what a provider counted. What is missing, zero, negative or cannot be is replaced by an estimate: limits of
 * spending would be blind otherwise.
 */
export function readUsage(told: PartOf<"finish">["usage"] | undefined, traffic: Traffic): ModelUsage {
  const { sentBytes, receivedBytes, maxOutputTokens, mostInput: most } = traffic
  const input = believed(told?.inputTokens.total, { least: sentBytes / 100, most })
  const output = believed(told?.outputTokens.total, {
    least: receivedBytes / 100,
    most: Math.max(receivedBytes, maxOutputTokens) * 2,
  })
  const read = input ?? Math.ceil(sentBytes / bytesPerToken)
  const cached = told?.inputTokens.cacheRead ?? 0
  return {
    input: read,
    output: output ?? Math.ceil(receivedBytes / bytesPerToken),
    cached: Number.isInteger(cached) && cached > 0 && input !== undefined ? Math.min(cached, read) : 0,
    isEstimate: input === undefined || output === undefined,
  }
}

/** A count that can be true: whole, above zero, and neither far less nor far more than what went over the wire. */
function believed(count: number | undefined, { least, most }: { least: number; most: number }): number | undefined {
  if (count === undefined || !Number.isSafeInteger(count) || count <= 0) return undefined
  return count >= least && count <= most ? count : undefined
}

/** How many bytes a request says to a model, without the words of the wire around them; a file as a text of its size. */
export function sizeOf({ prompt, tools }: Pick<LibraryRequest, "prompt" | "tools">): number {
  return weigh(prompt) + weigh(tools ?? [])
}

function weigh(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value)
  if (value instanceof Uint8Array) return fileTokens(value) * bytesPerToken
  if (typeof value === "number" || typeof value === "boolean") return 4
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + weigh(item), 0)
  if (!isRecord(value)) return 0
  return Object.entries(value).reduce((sum, [name, item]) => sum + name.length + weigh(item), 0)
}
