/** What a model is asked, and what it answers, in words of ours: no wire's format leaves its adapter. */
export interface Models {
  /** What people read of it, such as `claude-sonnet-5`; for the built-in commands, `Commands`. */
  readonly name: string
  /** False for the built-in commands, which understand a few sentences and say so. */
  readonly isModel: boolean
  /** A key that is sent to it could be read on the way, so it is asked without one, or not at all. */
  readonly isOverheard?: boolean
  /** How many tokens a request and its answer may have together. */
  readonly windowTokens: number
  /** Which files it reads beside text. */
  readonly accepts: { readonly images: boolean; readonly pdf: boolean }
  /**
   * Asks once. A stream that was cut, refused or slow throws a `ModelFailure`; an abort rejects with the signal's reason.
   * Every answer has exactly one `usage` and, last, one `end`.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
  /** Begins to load what asks the model: somebody is about to ask. Left out where nothing has to be loaded. */
  prepare?(): void
  close(): Promise<void>
}

export interface ModelRequest {
  /** The same for everybody; nothing that people wrote stands in it. */
  readonly system: string
  readonly messages: readonly ModelMessage[]
  /** In a stable order, so that a provider's cache of the beginning holds. */
  readonly tools: readonly ModelTool[]
  /** It has to answer in words: it is told of the tools all the same, which stand at the beginning of what is cached. */
  readonly isInWords?: boolean
  /** Always sent: without it a provider takes its own limit. */
  readonly maxOutputTokens: number
  /** The key of the workspace that brought its own, in place of the installation's. */
  readonly key?: string
}

export interface ModelTool {
  /** `^[a-zA-Z0-9_-]{1,64}$` */
  readonly name: string
  readonly description: string
  /** JSON Schema (draft 7) of an object. */
  readonly inputSchema: object
}

/** Every call in an `assistant` message is followed, in the next message, by its result. */
export type ModelMessage =
  /** `facts`: what was so when they asked, as JSON. */
  | { readonly role: "person"; readonly parts: readonly PersonPart[]; readonly facts?: string | undefined }
  | { readonly role: "assistant"; readonly parts: readonly AssistantPart[] }
  | { readonly role: "results"; readonly results: readonly CallResult[] }

export type PersonPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "file"; readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }

export type AssistantPart =
  | { readonly type: "text"; readonly text: string }
  | ThinkingPart
  | { readonly type: "call"; readonly id: string; readonly name: string; readonly arguments: unknown }

/** What a model thought, as its provider wants it back with the calls that it led to. It is shown to nobody. */
export interface ThinkingPart {
  readonly type: "thinking"
  readonly text: string
  /** What the provider added: plain JSON. */
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
  /** Thinking began or goes on; without words. */
  | { readonly type: "thinking" }
  /** A thought that has ended, to be given back. */
  | { readonly type: "thought"; readonly part: ThinkingPart }
  /** A complete call. `arguments` is what the JSON says, or, where it is none, the text itself in `malformed`. */
  | {
      readonly type: "call"
      readonly id: string
      readonly name: string
      readonly arguments: unknown
      readonly malformed?: string
    }
  | { readonly type: "usage"; readonly usage: ModelUsage }
  | { readonly type: "end"; readonly reason: "stop" | "calls" | "length" | "refused" }

/** In tokens; `isEstimate` where the provider said nothing, or nothing that can be. */
export interface ModelUsage {
  readonly input: number
  readonly output: number
  /** Of the input, what the provider had in its cache. */
  readonly cached: number
  readonly isEstimate: boolean
}

type FailureReason =
  /** The provider does not accept the request: HTTP 400 and the like. `cause` has the status and a word. */
  | "refused"
  /** The provider has too many requests. */
  | "busy"
  /** The provider has a fault of its own: HTTP 500 and the like. */
  | "broken"
  | "unreachable"
  | "cut"
  /** The request is longer than the model reads. */
  | "too long"
  /** The answer is larger than one may be. */
  | "too much"
  | "too many calls"
  | "key"

/** Why an answer did not come, or not whole. `isRetryable` is about asking again before anything was shown. */
export class ModelFailure extends Error {
  readonly reason: FailureReason
  readonly isRetryable: boolean
  /** What the provider asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(
    reason: FailureReason,
    { isRetryable, retryAfterMs, cause }: { isRetryable: boolean; retryAfterMs?: number | undefined; cause?: unknown },
  ) {
    super(`The model failed: ${reason}.`, { cause })
    this.name = "ModelFailure"
    this.reason = reason
    this.isRetryable = isRetryable
    this.retryAfterMs = retryAfterMs
  }
}
