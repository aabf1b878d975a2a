import type { ModelEvent, ModelUsage } from "#adapters/models/port.ts"
import { type CallPlace, keepText, type StoredPart } from "#domains/assistant/on-demand.ts"
import type { Engine } from "../state/engine.ts"
import type { RunLease } from "../state/run-lease.ts"
import { underLease } from "../state/under-lease.ts"

type Proposed = Extract<ModelEvent, { type: "call" }>

/** Text is stored every `keepMs`, or earlier once so many characters are new; of a long answer, an eighth of it. */
const keepMs = 500
const keepCharacters = 2_048
const keepPart = 1 / 8

/** The message that a model is writing. Pages get its text at once; the database gets it in intervals. */
export class Writing {
  readonly messageId: string
  readonly parts: StoredPart[] = []
  readonly calls: Proposed[] = []
  /** The place of each call: the number of parts before it. */
  readonly places: CallPlace[] = []
  /** The tools whose definitions the model's host refused. */
  leftOut: { readonly tools: readonly string[]; readonly isNamed: boolean } = { tools: [], isNamed: true }
  end: (ModelEvent & { type: "end" })["reason"] | undefined
  usage: ModelUsage = { input: 0, output: 0, cached: 0, isEstimate: true }
  readonly #engine: Engine
  readonly #lease: RunLease
  #text = ""
  #unstored = 0
  #storedAt = performance.now()

  constructor(engine: Engine, lease: RunLease, messageId: string) {
    this.#engine = engine
    this.#lease = lease
    this.messageId = messageId
  }

  get hasSaid(): boolean {
    return this.parts.some((part) => part.type === "text" && /\S/.test(part.text))
  }

  /** Whether the output limit cut this call's arguments. */
  isCutCall(call: Proposed): boolean {
    const isBare = call.malformed !== undefined || JSON.stringify(call.arguments) === "{}"
    return this.end === "length" && call === this.calls.at(-1) && isBare
  }

  /** Reads an answer to its end. @throws ModelFailure; LeaseLost; the signal's reason */
  async read(
    events: AsyncIterable<ModelEvent>,
    { signal, onFirst }: { signal: AbortSignal; onFirst(): void },
  ): Promise<void> {
    let isFirst = true
    for await (const event of events) {
      if (isFirst) onFirst()
      isFirst = false
      signal.throwIfAborted()
      if (event.type === "text") await this.#say(event.text)
      else this.#take(event)
    }
  }

  #take(event: Exclude<ModelEvent, { type: "text" }>): void {
    if (event.type === "thinking") this.#engine.live.think(this.#lease.run, true)
    else if (event.type === "thought") this.parts.push(event.part)
    else if (event.type === "call") this.#call(event)
    else if (event.type === "left out") this.leftOut = event
    else if (event.type === "usage") this.usage = event.usage
    else this.end = event.reason
  }

  /** The usage of a step that was cut off: an estimate unless the provider has reported it. */
  usageSoFar(input: number): ModelUsage {
    if (!this.usage.isEstimate) return this.usage
    return { input, output: Math.ceil(Buffer.byteLength(this.#text) / 3), cached: 0, isEstimate: true }
  }

  #call(event: Proposed): void {
    const { extra } = event
    this.calls.push(event)
    this.places.push({ at: this.parts.length, ...(extra !== undefined && { extra }) })
  }

  async #say(text: string): Promise<void> {
    const { live } = this.#engine
    const last = this.parts.at(-1)
    const isAfterCall = this.places.at(-1)?.at === this.parts.length
    if (last?.type === "text" && !isAfterCall)
      this.parts[this.parts.length - 1] = { type: "text", text: last.text + text }
    else this.parts.push({ type: "text", text })
    this.#text += text
    this.#unstored += text.length
    live.think(this.#lease.run, false)
    live.say(this.#lease.run.conversation_id, { messageId: this.messageId, text, parts: this.parts })
    const isMuch = this.#unstored >= Math.max(keepCharacters, this.#text.length * keepPart)
    if (!isMuch && performance.now() - this.#storedAt < keepMs) return
    this.#unstored = 0
    this.#storedAt = performance.now()
    await underLease(this.#engine.cx, this.#lease.run, (cx) => keepText(cx, this.messageId, this.parts))
  }
}
