import { isRecord } from "./is-record.ts"
import type { PartOf } from "./library.ts"
import type { ModelEvent } from "./port.ts"
import type { PromptTarget } from "./to-message.ts"

type Json = Record<string, unknown>

/** Longer additions, in characters of JSON, are not sent back. */
const longest = 200_000

/** Collects a provider's additions to an answer, which it wants back unchanged. The library drops these. */
export class RawExtras {
  readonly #whose: { readonly model: string; readonly wire: PromptTarget["wire"] }
  readonly #calls: { readonly key: unknown; extra: unknown }[] = []
  readonly #details: Json[] = []
  #field: string | undefined
  #given = 0
  #size = 0

  constructor({ name, wire }: PromptTarget) {
    this.#whose = { model: name, wire }
  }

  read(event: unknown): void {
    if (this.#whose.wire !== "openai" || !isRecord(event) || !Array.isArray(event.choices)) return
    const delta: unknown = isRecord(event.choices[0]) ? event.choices[0].delta : undefined
    if (!isRecord(delta)) return
    if (delta.reasoning && !delta.reasoning_content) this.#field = "reasoning"
    if (Array.isArray(delta.reasoning_details)) for (const one of delta.reasoning_details) this.#addDetail(one)
    if (Array.isArray(delta.tool_calls)) for (const one of delta.tool_calls) this.#addCall(one)
  }

  ofThought(metadata: PartOf<"reasoning-end">["providerMetadata"]): unknown {
    const { signature, redactedData } = metadata?.anthropic ?? {}
    return {
      ...this.#whose,
      ...(signature !== undefined && { signature }),
      ...(redactedData !== undefined && { redactedData }),
      ...(this.#field !== undefined && { field: this.#field }),
    }
  }

  ofTagged(): unknown {
    return { ...this.#whose, tag: "think" }
  }

  /** The data of the next call, in the order in which the calls began. */
  ofNextCall(): object | undefined {
    const { extra } = this.#calls[this.#given++] ?? {}
    return extra === undefined ? undefined : { ...this.#whose, extraContent: extra }
  }

  /** The details of the whole answer, as a thought of their own. */
  wholeDetails(): ModelEvent[] {
    if (this.#details.length === 0 || this.#size > longest) return []
    const extra = { ...this.#whose, field: "reasoning_details", details: this.#details }
    return [{ type: "thought", part: { type: "thinking", text: "", extra } }]
  }

  #addCall(call: unknown): void {
    if (!isRecord(call)) return
    const key = call.index ?? call.id
    const known = this.#calls.find((one) => one.key === key && key !== undefined)
    const extra = call.extra_content ?? undefined
    this.#size += extra === undefined ? 0 : JSON.stringify(extra).length
    const fitting = this.#size > longest ? undefined : extra
    if (known) known.extra ??= fitting
    else this.#calls.push({ key, extra: fitting })
  }

  /** A thought arrives in pieces: its text is joined, and its signature comes last. */
  #addDetail(given: unknown): void {
    if (!isRecord(given)) return
    this.#size += JSON.stringify(given).length
    const last = this.#details.at(-1)
    const isMore = last?.type === given.type && last?.index === given.index && given.type !== "reasoning.encrypted"
    if (last && isMore) Object.assign(last, joined(last, given))
    else if (this.#size <= longest) this.#details.push({ ...given })
  }
}

function joined(last: Json, given: Json): Json {
  const some = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined))
  const texts = (["text", "summary"] as const).flatMap((name) => {
    const [before, more] = [last[name], some[name]]
    return typeof before === "string" && typeof more === "string" ? [[name, before + more] as const] : []
  })
  return { ...some, ...Object.fromEntries(texts) }
}

/** Returns a function that says whether an event comes after the model's end. Late calls are not of the answer. */
export function latePartsOf(wire: "anthropic" | "openai"): (event: unknown) => boolean {
  let hasEnded = false
  const isEnd = wire === "anthropic" ? endsMessage : endsChoice
  return (event) => {
    const isLate = hasEnded
    hasEnded ||= isEnd(event)
    return isLate
  }
}

/** Messages API: `message_delta` has the stop reason. */
function endsMessage(event: unknown): boolean {
  return isRecord(event) && isRecord(event.delta) && typeof event.delta.stop_reason === "string"
}

/** Chat completions: the last choice has the finish reason, possibly with the last text. */
function endsChoice(event: unknown): boolean {
  const choice: unknown = isRecord(event) && Array.isArray(event.choices) ? event.choices[0] : undefined
  return isRecord(choice) && typeof choice.finish_reason === "string"
}
