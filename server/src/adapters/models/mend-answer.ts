import { digitsIn } from "#kernel/tools/arguments.ts"
import { mendCall } from "./arguments.ts"
import { isRecord } from "./is-record.ts"
import { toEvents } from "./whole-answer.ts"

const endOfEvent = /\r?\n\r?\n|\r\r/

const mostLooked = 1_000_000

const odd = /"arguments":\s*[{[]|"finish_reason":\s*""|"role":\s*"(?!assistant")[^"]|"error":\s*"|"object":\s*"error"|"choices":\s*null|"function":\s*null/ // biome-ignore format: one thought

/** Mends the events of a host, so that the library can read them. An answer in one piece of JSON becomes events. */
export function mendAnswer(wire: "anthropic" | "openai"): TransformStream<Uint8Array, Uint8Array> {
  const mender = wire === "anthropic" ? new MessagesMender() : new CompletionsMender()
  let held: Buffer = Buffer.alloc(0)
  let isWhole: boolean | undefined
  return new TransformStream({
    transform(chunk, controller) {
      held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
      isWhole ??= beginsAsJson(held)
      if (isWhole !== false) return
      const { done, rest } = mendEvents(held, mender)
      if (done.length > 0) controller.enqueue(done)
      held = rest
    },
    flush(controller) {
      const events = isWhole === true ? toEvents(held.toString("utf8"), wire) : undefined
      if (events !== undefined || held.length > 0) controller.enqueue(events === undefined ? held : Buffer.from(events))
    },
  })
}

function beginsAsJson(bytes: Buffer): boolean | undefined {
  const first = bytes.find((byte) => byte > 0x20)
  return first === undefined ? undefined : first === 0x7b
}

interface Mender {
  mend(event: string): string | undefined
}

/** Latin-1 keeps every byte, even where a character is split between two chunks. */
function mendEvents(bytes: Buffer, mender: Mender): { done: Buffer; rest: Buffer } {
  let text = bytes.toString("latin1")
  let done = ""
  for (let end = endOfEvent.exec(text); end; end = endOfEvent.exec(text)) {
    const event = mender.mend(text.slice(0, end.index))
    if (event !== undefined) done += event + end[0]
    text = text.slice(end.index + end[0].length)
  }
  if (text.length > mostLooked) return { done: Buffer.from(done + text, "latin1"), rest: Buffer.alloc(0) }
  return { done: Buffer.from(done, "latin1"), rest: Buffer.from(text, "latin1") }
}

/** `data:`, `data: : keepalive`, and comments. */
const isIdle = (event: string) => event.split(/\r?\n|\r/).every((line) => /^(?::|data:\s*(?::|$)|$)/.test(line))

/** JSON of another kind, such as `event: ping` with `{}`. Behind the end, the library would take it for a fault. */
function isForeign(event: string): boolean {
  if (/"(?:choices|error|message)"/.test(event)) return false
  const [, json] = /^data: ?(\{.*\})\r?$/m.exec(event) ?? []
  return json !== undefined && digitsIn(json) !== undefined
}

function withData(event: string, change: (value: Record<string, unknown>) => unknown): string {
  return event.replace(/^data: ?(\{.*\})\r?$/m, (line, json: string) => {
    const value = digitsIn(Buffer.from(json, "latin1").toString("utf8"))
    const changed = isRecord(value) ? change(value) : undefined
    return changed === undefined ? line : `data: ${Buffer.from(JSON.stringify(changed)).toString("latin1")}`
  })
}

class MessagesMender implements Mender {
  #isBegun = false

  mend(event: string): string | undefined {
    if (isIdle(event)) return undefined
    if (this.#isBegun || !event.includes('"message_start"')) return event
    this.#isBegun = true
    return withData(event, withInputCount)
  }
}

/** The library refuses an answer without one. */
function withInputCount(value: Record<string, unknown>): unknown {
  if (!isRecord(value.message)) return undefined
  const reported = isRecord(value.message.usage) ? value.message.usage : {}
  if (typeof reported.input_tokens === "number") return undefined
  return { ...value, message: { ...value.message, usage: { ...reported, input_tokens: 0 } } }
}

class CompletionsMender implements Mender {
  #hasSaid = false
  #hasEnded = false

  mend(event: string): string | undefined {
    if (isIdle(event)) return undefined
    if (/^data: ?\[DONE\]/m.test(event)) return this.#end(event)
    if (isForeign(event)) return undefined
    this.#hasSaid ||= event.includes('"delta"')
    this.#hasEnded ||= /"finish_reason":\s*"[^"]|"error":/.test(event)
    return odd.test(event) ? withData(event, mendChunk) : event
  }

  #end(event: string): string {
    const end = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }
    return this.#hasSaid && !this.#hasEnded ? `data: ${JSON.stringify(end)}\n\n${event}` : event
  }
}

function mendChunk(value: Record<string, unknown>): unknown {
  if (typeof value.error === "string") return { error: { message: value.error } }
  if (value.object === "error") return { error: value }
  const choices: unknown[] = Array.isArray(value.choices) ? value.choices : []
  return { ...value, choices: choices.map((choice) => (isRecord(choice) ? mendChoice(choice) : choice)) }
}

function mendChoice({ delta, finish_reason, ...choice }: Record<string, unknown>): unknown {
  const mended = isRecord(delta) ? mendDelta(delta) : delta
  return { ...choice, delta: mended, finish_reason: finish_reason === "" ? null : finish_reason }
}

function mendDelta({ tool_calls, ...delta }: Record<string, unknown>): unknown {
  const calls = Array.isArray(tool_calls) ? { tool_calls: tool_calls.map(mendCall) } : {}
  return { ...delta, ...("role" in delta && { role: "assistant" }), ...calls }
}
