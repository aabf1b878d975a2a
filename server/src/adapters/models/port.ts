/** Asks a model, independent of the wire: no wire's format leaves its adapter. */
export interface Models {
  /** The name that people read, such as `claude-sonnet-5`; `Commands` for the built-in commands. */
  readonly name: string
  readonly isModel: boolean
  /** The installation has no key, and the model answers none without: each workspace needs its own. */
  readonly needsOwnKey?: boolean
  /** True over plain http, where a key could be read on the way: requests with a key fail. */
  readonly isOverheard?: boolean
  /** The context window: the most tokens of a request and its answer together. */
  readonly windowTokens: number
  readonly accepts: { readonly images: boolean; readonly pdf: boolean }
  /** How long the model may usually be silent, in milliseconds. */
  readonly silenceMs: number
  /** Asks once. Throws `ModelFailure`, or the signal's reason. Every answer has one `usage` and, last, one `end`. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
  /** Starts to load the adapter before a question. Left out where nothing has to be loaded. */
  prepare?(): void
  close(): Promise<void>
}

export interface ModelRequest {
  /** The same for every person; contains no text of users. */
  readonly system: string
  readonly messages: readonly ModelMessage[]
  /** The tools in a stable order, so that a provider's prompt cache stays valid. */
  readonly tools: readonly ModelTool[]
  /** Forbids calls. The tools are sent all the same, since they are at the beginning of the cached prompt. */
  readonly isInWords?: boolean
  /** Always sent, because providers have different defaults. */
  readonly maxOutputTokens: number
  /** How long the peer may be silent, in milliseconds. Absent: as usual at the model's address. */
  readonly silenceMs?: number
  /** The workspace's own key, which replaces the installation's. */
  readonly key?: string
}

export interface ModelTool {
  /** A tool of a tool server: the request is sent without it where the provider refuses it. */
  readonly isForeign?: boolean
  /** `^[a-zA-Z0-9_-]{1,64}$` */
  readonly name: string
  readonly description: string
  /** JSON Schema (draft 7) of an object. */
  readonly inputSchema: object
}

/** Every call in an `assistant` message is followed, in the next message, by its result. */
export type ModelMessage =
  /** `facts`: JSON of the time and place of the question. */
  | { readonly role: "person"; readonly parts: readonly PersonPart[]; readonly facts?: string | undefined }
  | { readonly role: "assistant"; readonly parts: readonly AssistantPart[] }
  | { readonly role: "results"; readonly results: readonly CallResult[] }

export type PersonPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "file"; readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }

export type AssistantPart =
  | { readonly type: "text"; readonly text: string }
  | ThinkingPart
  | {
      readonly type: "call"
      readonly id: string
      readonly name: string
      readonly arguments: unknown
      /** The provider's additions, which must be sent back: plain JSON. */
      readonly extra?: unknown
    }

/** The model's thinking, which its provider requires back along with the calls. No page shows it. */
export interface ThinkingPart {
  readonly type: "thinking"
  readonly text: string
  /** The provider's additions: plain JSON. */
  readonly extra?: unknown
}

export interface CallResult {
  readonly callId: string
  readonly name: string
  readonly text: string
  readonly isError: boolean
}

export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  /** Thinking has begun or continues; without its text. */
  | { readonly type: "thinking" }
  /** A complete thought, to be sent back in later requests. */
  | { readonly type: "thought"; readonly part: ThinkingPart }
  /** A complete call. `arguments` is parsed JSON; text that is not JSON is in `malformed`. */
  | {
      readonly type: "call"
      readonly id: string
      readonly name: string
      readonly arguments: unknown
      readonly malformed?: string
      readonly extra?: unknown
    }
  /** The provider refused these tools' definitions, or one of them that it did not name, and answered without them. */
  | { readonly type: "left out"; readonly tools: readonly string[]; readonly isNamed: boolean }
  | { readonly type: "usage"; readonly usage: ModelUsage }
  | { readonly type: "end"; readonly reason: "stop" | "calls" | "length" | "refused" }

/** Counts of tokens. `isEstimate`: the provider's counts were missing or impossible. */
export interface ModelUsage {
  readonly input: number
  readonly output: number
  /** The part of the input that the provider had in its cache. */
  readonly cached: number
  readonly isEstimate: boolean
}

type FailureReason =
  /** The provider refuses the request: HTTP 400 and similar. `cause` has the status and a word. */
  | "refused"
  | "busy"
  /** The provider has an internal error: HTTP 500 and similar. */
  | "broken"
  | "unreachable"
  | "cut"
  | "too long"
  /** The host waits for money: no credit, or an unpaid account. */
  | "no credit"
  /** The account has used its quota of a day or a month. */
  | "no quota"
  | "no tools"
  | "no model"
  | "declined"
  /** Nothing arrived in the time that the settings allow. */
  | "slow"
  | "too much"
  | "too many calls"
  | "key"

interface Refusal {
  readonly status: number | undefined
  readonly code: string | undefined
  readonly field: string | undefined
}

interface FailureFacts {
  readonly isRetryable: boolean
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
  readonly refusal?: Refusal
}

/** Why an answer failed. `isRetryable`: a retry may succeed, before any part of the answer was shown. */
export class ModelFailure extends Error {
  readonly reason: FailureReason
  readonly isRetryable: boolean
  /** The wait that the provider asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** The provider's reason, in words that are safe for the log. */
  readonly refusal: Refusal | undefined

  constructor(reason: FailureReason, { isRetryable, retryAfterMs, cause, refusal }: FailureFacts) {
    super(`The model failed: ${reason}.`, { cause })
    this.name = "ModelFailure"
    this.reason = reason
    this.isRetryable = isRetryable
    this.retryAfterMs = retryAfterMs
    this.refusal = refusal
  }
}
