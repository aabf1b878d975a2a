import { fileTokens } from "#kernel/bounds/file-tokens.ts"
import { isRecord } from "./is-record.ts"
import type { LibraryRequest, PartOf } from "./library.ts"
import type { ModelUsage } from "./port.ts"

export interface Traffic {
  readonly sentBytes: number
  /** The highest input count of a provider that is believed, in tokens. */
  readonly mostInput: number
  readonly receivedBytes: number
  readonly maxOutputTokens: number
}

/** A token is about three bytes of text. */
const bytesPerToken = 3

/** Tokens that a provider may count beyond ours: it adds its own instructions to a request. */
const ownInstructions = 20_000

/** Only the provider knows the tokens of pictures and PDFs; they are no more than the context window. */
export function mostInput(sentBytes: number, { hasFiles, windowTokens }: { hasFiles: boolean; windowTokens: number }) {
  const ofText = sentBytes + ownInstructions
  return hasFiles ? Math.max(ofText, windowTokens) : ofText
}

/** An estimate replaces a missing, zero, negative or impossible count, because spending limits depend on it. */
export function readUsage(reported: PartOf<"finish">["usage"] | undefined, traffic: Traffic): ModelUsage {
  const { sentBytes, receivedBytes, maxOutputTokens, mostInput: most } = traffic
  const input = believed(reported?.inputTokens.total, { least: sentBytes / 100, most })
  const output = believed(reported?.outputTokens.total, {
    least: receivedBytes / 100,
    most: Math.max(receivedBytes, maxOutputTokens) * 2,
  })
  const read = input ?? Math.ceil(sentBytes / bytesPerToken)
  const cached = reported?.inputTokens.cacheRead ?? 0
  return {
    input: read,
    output: output ?? Math.ceil(receivedBytes / bytesPerToken),
    cached: Number.isInteger(cached) && cached > 0 && input !== undefined ? Math.min(cached, read) : 0,
    isEstimate: input === undefined || output === undefined,
  }
}

/** A possible count: an integer above zero, neither far less nor far more than the bytes on the wire. */
function believed(count: number | undefined, { least, most }: { least: number; most: number }): number | undefined {
  if (count === undefined || !Number.isSafeInteger(count) || count <= 0) return undefined
  return count >= least && count <= most ? count : undefined
}

/** The size of a request in bytes without the wire's syntax. A file counts as text of the same number of tokens. */
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
