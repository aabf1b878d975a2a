import { once } from "node:events"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import type { Part } from "./model-stand-in.ts"

export type Wire = "anthropic" | "openai"

/** A message that the stand-in received, parsed. */
export interface AskedMessage {
  readonly role: "person" | "assistant" | "results"
  readonly text: string
  /** Thoughts that the client returned. */
  readonly thoughts: readonly string[]
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: unknown }[]
  readonly results: readonly { readonly callId: string; readonly text: string; readonly isError: boolean }[]
}

/** A request that the stand-in received. */
export interface Asked {
  readonly wire: Wire
  readonly key: string | undefined
  readonly system: string
  readonly messages: readonly AskedMessage[]
  readonly tools: readonly { readonly name: string; readonly description: string; readonly inputSchema: object }[]
  readonly maxOutputTokens: number | undefined
  /** The raw body, for fields that are not parsed here. */
  // biome-ignore lint/suspicious/noExplicitAny: it is JSON of two foreign formats, and tests look into it.
  readonly body: any
}

/** Reads a request of either wire, by its path. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of a foreign format.
export function readAsked(path: string, headers: IncomingHttpHeaders, body: any): Asked {
  const wire: Wire = path.endsWith("/messages") ? "anthropic" : "openai"
  const key = wire === "anthropic" ? headers["x-api-key"] : headers.authorization?.replace("Bearer ", "")
  const maxOutputTokens: number | undefined = body.max_tokens ?? body.max_completion_tokens
  const shared = { wire, key: key?.toString(), maxOutputTokens, body }
  if (wire === "anthropic") {
    const tools = (body.tools ?? []).map(fromAnthropicTool)
    const system = (body.system ?? []).map(textOf).join("")
    return { ...shared, system, tools, messages: body.messages.map(fromAnthropicMessage) }
  }
  // biome-ignore lint/suspicious/noExplicitAny: JSON of a foreign format.
  const tools = (body.tools ?? []).map(({ function: { name, description, parameters } }: any) => {
    return { name, description, inputSchema: parameters }
  })
  const [first, ...rest] = body.messages
  return { ...shared, system: textOf(first), tools, messages: rest.map(fromOpenaiMessage) }
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of a foreign format.
function textOf(value: any): string {
  if (typeof value === "string") return value
  if (Array.isArray(value)) return value.map(textOf).join("")
  return textOf(value?.text ?? value?.content ?? "")
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of a foreign format.
function fromAnthropicTool({ name, description, input_schema }: any) {
  return { name, description, inputSchema: input_schema }
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of a foreign format.
function fromAnthropicMessage({ role, content }: any): AskedMessage {
  // biome-ignore lint/suspicious/noExplicitAny: JSON of a foreign format.
  const blocks: any[] = typeof content === "string" ? [{ type: "text", text: content }] : content
  const of = (type: string) => blocks.filter((block) => block.type === type)
  const results = of("tool_result").map((block) => {
    return { callId: block.tool_use_id, text: textOf(block.content), isError: block.is_error === true }
  })
  return {
    role: role === "assistant" ? "assistant" : results.length > 0 ? "results" : "person",
    text: of("text").map(textOf).join(""),
    thoughts: of("thinking").map(({ thinking }) => thinking),
    calls: of("tool_use").map(({ id, name, input }) => ({ id, name, arguments: input })),
    results,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of a foreign format.
function fromOpenaiMessage({ role, content, reasoning_content, tool_calls = [], tool_call_id }: any): AskedMessage {
  const isResult = role === "tool"
  return {
    role: isResult ? "results" : role === "assistant" ? "assistant" : "person",
    text: isResult ? "" : textOf(content),
    thoughts: reasoning_content ? [reasoning_content] : [],
    // biome-ignore lint/suspicious/noExplicitAny: JSON of a foreign format.
    calls: tool_calls.map(({ id, function: { name, arguments: written } }: any) => {
      return { id, name, arguments: JSON.parse(written) }
    }),
    results: isResult ? [{ callId: tool_call_id, text: textOf(content), isError: false }] : [],
  }
}

/** Writes an answer on the request's wire. */
export async function writeParts(response: ServerResponse, asked: Asked, parts: readonly Part[]): Promise<void> {
  const usage = parts.find((part) => typeof part === "object" && "usage" in part)
  const counted = usage ? usage.usage : honestUsage(asked, parts)
  const writer = writerOf(asked.wire, counted)
  await send(response, writer.begin())
  for (const part of withEnd(parts)) {
    if (typeof part === "object" && "fault" in part) return suffer(response, part.fault)
    if (typeof part === "object" && "until" in part) await Promise.race([part.until, closed(response)])
    else for (const event of eventsOf(part, writer)) await send(response, event)
  }
  response.end(writer.finish())
}

function withEnd(parts: readonly Part[]): readonly Part[] {
  const has = (field: string) => parts.some((part) => typeof part === "object" && field in part)
  return has("end") ? parts : [...parts, { end: has("call") ? "calls" : "stop" }]
}

function eventsOf(part: Exclude<Part, { until: unknown } | { fault: unknown }>, writer: Writer): string[] {
  if (typeof part === "string") return writer.text(pieces(part, 2))
  if ("text" in part) return writer.text(pieces(part.text, part.deltas ?? 2))
  if ("thinking" in part) return writer.thinking(part.thinking, part.signature ?? "signed")
  if ("end" in part) return [writer.end(part.end)]
  if ("raw" in part) return [part.raw]
  if (!("call" in part)) return []
  return writer.call(part.call, pieces(part.written ?? JSON.stringify(part.arguments ?? {}), 2), part.id)
}

async function send(response: ServerResponse, bytes: string): Promise<void> {
  if (!response.write(bytes) && !response.destroyed) await Promise.race([once(response, "drain"), closed(response)])
}

/** Resolves once the peer has disconnected. Each response has one promise. */
function closed(response: ServerResponse): Promise<void> {
  const known = closings.get(response) ?? new Promise<void>((resolve) => response.once("close", resolve))
  closings.set(response, known)
  return known
}

const closings = new WeakMap<ServerResponse, Promise<void>>()

async function suffer(response: ServerResponse, fault: "silence" | "cut" | "close"): Promise<void> {
  if (fault === "close") response.end()
  // The connection ends without the last chunk of the body, after all earlier writes.
  if (fault === "cut") response.socket?.end()
}

type End = "stop" | "calls" | "length" | "refused"

interface Writer {
  begin(): string
  text(pieces: readonly string[]): string[]
  thinking(text: string, signature: string): string[]
  call(name: string, pieces: readonly string[], id: string | undefined): string[]
  end(reason: End): string
  finish(): string
}

/** About as many tokens as a real model would count. */
function honestUsage({ wire, body }: Asked, parts: readonly Part[]): object {
  const input = Math.ceil(JSON.stringify(body.messages).length / 4) + 10
  const output = Math.ceil(JSON.stringify(parts).length / 4)
  if (wire === "anthropic") return { input_tokens: input, output_tokens: output }
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

const ends = {
  anthropic: { stop: "end_turn", calls: "tool_use", length: "max_tokens", refused: "refusal" },
  openai: { stop: "stop", calls: "tool_calls", length: "length", refused: "content_filter" },
}

/** The pieces in which a text is sent. */
function pieces(text: string, count: number): string[] {
  const size = Math.ceil(text.length / count) || 1
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
}

/** Writes the events of an answer on a wire. */
export const writerOf = (wire: Wire, usage: object | null = null): Writer =>
  wire === "anthropic" ? anthropicWriter(usage) : openaiWriter(usage)

function anthropicWriter(usage: object | null): Writer {
  const counted = usage && { usage }
  let index = 0
  let calls = 0
  const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
  const block = (start: object, deltas: object[]) => {
    const at = { index: index++ }
    return [
      event("content_block_start", { ...at, content_block: start }),
      ...deltas.map((delta) => event("content_block_delta", { ...at, delta })),
      event("content_block_stop", at),
    ]
  }
  return {
    begin: () => event("message_start", { message: { id: "msg_1", role: "assistant", content: [], ...counted } }),
    text: (pieces) =>
      block(
        { type: "text", text: "" },
        pieces.map((text) => ({ type: "text_delta", text })),
      ),
    thinking: (thinking, signature) =>
      block({ type: "thinking", thinking: "" }, [
        { type: "thinking_delta", thinking },
        { type: "signature_delta", signature },
      ]),
    call: (name, pieces, id = `toolu_${++calls}`) =>
      block(
        { type: "tool_use", id, name, input: {} },
        pieces.map((partial_json) => ({ type: "input_json_delta", partial_json })),
      ),
    end: (reason) => event("message_delta", { delta: { stop_reason: ends.anthropic[reason] }, ...counted }),
    finish: () => event("message_stop", {}),
  }
}

function openaiWriter(usage: object | null): Writer {
  let calls = 0
  const event = (value: object) => `data: ${JSON.stringify({ id: "chatcmpl-1", ...value })}\n\n`
  const delta = (value: object) => event({ choices: [{ index: 0, delta: value, finish_reason: null }] })
  return {
    begin: () => delta({ role: "assistant", content: "" }),
    text: (pieces) => pieces.map((content) => delta({ content })),
    thinking: (reasoning_content) => [delta({ reasoning_content })],
    call(name, [first = "", ...rest], givenId) {
      const index = calls++
      const id = givenId ?? `call_${calls}`
      return [
        delta({ tool_calls: [{ index, id, type: "function", function: { name, arguments: first } }] }),
        ...rest.map((more) => delta({ tool_calls: [{ index, function: { arguments: more } }] })),
      ]
    },
    end: (reason) => event({ choices: [{ index: 0, delta: {}, finish_reason: ends.openai[reason] }] }),
    finish: () => `${usage ? event({ choices: [], usage }) : ""}data: [DONE]\n\n`,
  }
}
