import { readArguments } from "./arguments.ts"
import { callIds } from "./call-ids.ts"
import type { LibraryPart, PartOf } from "./library.ts"
import { type ModelEvent, ModelFailure, type ModelRequest } from "./port.ts"
import { latePartsOf, RawExtras } from "./raw-extras.ts"
import { type Piece, ThinkTags } from "./think-tags.ts"
import type { PromptTarget } from "./to-message.ts"
import { readUsage, type Traffic } from "./usage.ts"

/** Limits of one answer: characters of text and thinking together, characters of one call's arguments, and calls. */
const most = { words: 500_000, arguments: 256_000, calls: 100 }

interface OpenCall {
  readonly name: string
  text: string
  hasLatePart: boolean
  /** Whether the call began after the end of the answer. */
  readonly isLate: boolean
}

interface OpenThought {
  text: string
  metadata: PartOf<"reasoning-end">["providerMetadata"]
}

type Sent = Pick<Traffic, "sentBytes" | "mostInput">

export class AnswerReader {
  readonly #request: ModelRequest
  readonly #sent: Sent
  readonly #freeId: (proposed: string) => string
  readonly #isLateEvent: (event: unknown) => boolean
  readonly #extras: RawExtras
  readonly #tags: ThinkTags | undefined
  #tagged = ""
  readonly #calls = new Map<string, OpenCall>()
  readonly #thoughts = new Map<string, OpenThought>()
  #isLate = false
  #words = 0
  #receivedBytes = 0
  #made = 0
  /** True once the answer has ended. The caller reads no further parts. */
  hasEnded = false

  constructor(request: ModelRequest, { asked, sent }: { asked: PromptTarget; sent: Sent }) {
    this.#request = request
    this.#sent = sent
    this.#freeId = callIds(request.messages, asked.wire)
    this.#extras = new RawExtras(asked)
    this.#tags = asked.wire === "openai" ? new ThinkTags() : undefined
    this.#isLateEvent = latePartsOf(asked.wire)
  }

  /** Usually returns one event or none. Throws where the answer failed. */
  read(part: LibraryPart): ModelEvent[] {
    switch (part.type) {
      case "raw":
        this.#isLate = this.#isLateEvent(part.rawValue)
        this.#extras.read(part.rawValue)
        return []
      case "text-delta":
        return this.#readText(part.delta)
      case "reasoning-start":
        return this.#beginThought(part)
      case "reasoning-delta":
        return this.#readThought(part)
      case "reasoning-end":
        return this.#endThought(part.id)
      case "tool-input-start":
        return this.#beginCall(part)
      case "tool-input-delta":
        return this.#readCall(part)
      case "tool-call":
        return [...this.#endTags(), ...this.#endCall(part)]
      case "error":
        if (!isOddEvent(part.error)) throw part.error
        return []
      case "finish":
        return [...this.#endTags(), ...this.#finish(part)]
      default:
        return []
    }
  }

  #readText(delta: string): ModelEvent[] {
    if (this.#isLate || delta === "") return []
    this.#takeWords(delta)
    return this.#tags
      ? this.#tags.read(delta).flatMap((piece) => this.#toEvents(piece))
      : [{ type: "text", text: delta }]
  }

  #toEvents({ isThought, text }: Piece): ModelEvent[] {
    if (!isThought) return [...this.#endTagged(), { type: "text", text }]
    this.#tagged += text
    return [{ type: "thinking" }]
  }

  #endTags(): ModelEvent[] {
    const rest = this.#tags?.end().flatMap((piece) => this.#toEvents(piece)) ?? []
    return [...rest, ...this.#endTagged()]
  }

  #endTagged(): ModelEvent[] {
    const text = this.#tagged
    if (text === "") return []
    this.#tagged = ""
    return [{ type: "thought", part: { type: "thinking", text, extra: this.#extras.ofTagged() } }]
  }

  #beginThought({ id, providerMetadata }: PartOf<"reasoning-start">): ModelEvent[] {
    if (this.#isLate) return []
    this.#thoughts.set(id, { text: "", metadata: providerMetadata })
    return [{ type: "thinking" }]
  }

  #readThought({ id, delta, providerMetadata }: PartOf<"reasoning-delta">): ModelEvent[] {
    const thought = this.#thoughts.get(id)
    if (!thought || this.#isLate) return []
    this.#takeWords(delta)
    thought.text += delta
    if (providerMetadata) thought.metadata = providerMetadata
    return delta === "" ? [] : [{ type: "thinking" }]
  }

  #endThought(id: string): ModelEvent[] {
    const thought = this.#thoughts.get(id)
    if (!thought) return []
    this.#thoughts.delete(id)
    const { text, metadata } = thought
    return [{ type: "thought", part: { type: "thinking", text, extra: this.#extras.ofThought(metadata) } }]
  }

  #beginCall({ id, toolName }: PartOf<"tool-input-start">): ModelEvent[] {
    this.#calls.set(id, { name: toolName, text: "", hasLatePart: false, isLate: this.#isLate })
    return []
  }

  #readCall({ id, delta }: PartOf<"tool-input-delta">): ModelEvent[] {
    const call = this.#calls.get(id)
    if (!call) return []
    if (this.#isLate) call.hasLatePart = true
    else call.text += delta
    if (call.text.length > most.arguments) throw tooMuch()
    return []
  }

  #endCall({ toolCallId, toolName, input }: PartOf<"tool-call">): ModelEvent[] {
    const extra = this.#extras.ofNextCall()
    const call = this.#calls.get(toolCallId)
    if (call?.isLate ?? this.#isLate) return []
    const text = call?.hasLatePart ? call.text : input
    this.#made += 1
    this.#receivedBytes += Buffer.byteLength(text)
    if (this.#made > most.calls) throw new ModelFailure("too many calls", { isRetryable: false })
    if (text.length > most.arguments) throw tooMuch()
    const id = this.#freeId(toolCallId)
    return [{ type: "call", id, name: toolName.slice(0, 200), ...readArguments(text), ...(extra && { extra }) }]
  }

  #finish({ usage, finishReason: { unified } }: PartOf<"finish">): ModelEvent[] {
    if (unified === "interrupted" || unified === "error") throw new ModelFailure("cut", { isRetryable: true })
    this.hasEnded = true
    const { maxOutputTokens } = this.#request
    const traffic = { ...this.#sent, receivedBytes: this.#receivedBytes, maxOutputTokens }
    return [
      ...this.#extras.wholeDetails(),
      { type: "usage", usage: readUsage(usage, traffic) },
      { type: "end", reason: toReason(unified, this.#made) },
    ]
  }

  #takeWords(text: string): void {
    this.#words += text.length
    this.#receivedBytes += Buffer.byteLength(text)
    if (this.#words > most.words) throw tooMuch()
  }
}

const tooMuch = () => new ModelFailure("too much", { isRetryable: false })

/** An event of a type that the library does not know: providers add new ones. Invalid JSON is another error. */
const isOddEvent = (error: unknown) => error instanceof Error && error.name === "AI_TypeValidationError"

/** Some providers end with `stop` after calls, or with `tool-calls` without a call. */
function toReason(unified: PartOf<"finish">["finishReason"]["unified"], made: number) {
  if (unified === "length") return "length"
  if (unified === "content-filter") return "refused"
  return made > 0 ? "calls" : "stop"
}
