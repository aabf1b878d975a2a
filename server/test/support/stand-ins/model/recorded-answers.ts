import type { Answer } from "./model-stand-in.ts"
import type { Wire } from "./wires.ts"

/** How an incomplete answer ended. */
export type Ending = "cut" | "declined" | "nothing" | "cut in a call" | "cut while it thought"

/**
 * Answers with a bad end, event by event as the providers send them, with all their fields, also those that the
 * adapters do not read.
 */
export function recorded(wire: Wire, ending: Ending): Answer {
  const events = wire === "anthropic" ? messages[ending] : [...completions[ending], "[DONE]"]
  const lines = events.map((event) => (typeof event === "string" ? `data: ${event}\n\n` : eventOf(event)))
  return { status: 200, headers: { "content-type": "text/event-stream; charset=utf-8" }, body: lines.join("") }
}

const eventOf = (event: { type?: string }) =>
  `${event.type === undefined ? "" : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`

const cache = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }

const start = {
  type: "message_start",
  message: {
    ...{ model: "claude-sonnet-5", id: "msg_01Fh2Rr7Dq9xPZ", type: "message", role: "assistant", content: [] },
    ...{ stop_reason: null, stop_sequence: null },
    usage: { input_tokens: 1_612, ...cache, output_tokens: 1, service_tier: "standard" },
  },
}

const block = (index: number, content_block: object, deltas: readonly object[]) => [
  { type: "content_block_start", index, content_block },
  { type: "ping" },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
]

const words = (index: number, texts: readonly string[]) =>
  block(index, { type: "text", text: "" }, texts.map((text) => ({ type: "text_delta", text }))) // biome-ignore format: one thought

const endOf = (stop_reason: string, more: object = {}) => [
  {
    type: "message_delta",
    delta: { stop_reason, stop_sequence: null, ...more },
    usage: { input_tokens: 1_612, ...cache, output_tokens: 640 },
  },
  { type: "message_stop" },
]

const refusal = {
  stop_details: { type: "refusal", category: "cyber", explanation: "This request was blocked under the usage policy." },
}

/** The Messages API. It closes a cut block like a whole one. */
const messages: Readonly<Record<Ending, readonly (object & { type?: string })[]>> = {
  cut: [start, ...words(0, ["The plan has three parts: ", "first, the"]), ...endOf("max_tokens")],
  declined: [start, ...words(0, ["I could begin by"]), ...block(1, { type: "tool_use", id: "toolu_01A", name: "list_links", input: {} }, [{ type: "input_json_delta", partial_json: "{}" }]), ...endOf("refusal", refusal)], // biome-ignore format: one thought
  nothing: [start, ...endOf("end_turn")],
  "cut in a call": [
    start,
    ...words(0, ["I will make the link."]),
    ...block(1, { type: "tool_use", id: "toolu_01B", name: "create_link", input: {} }, [
      { type: "input_json_delta", partial_json: "" },
      { type: "input_json_delta", partial_json: '{"destination": "https://exam' },
    ]),
    ...endOf("max_tokens"),
  ],
  "cut while it thought": [
    start,
    ...block(0, { type: "thinking", thinking: "", signature: "" }, [{ type: "thinking_delta", thinking: "Let me see: " }, { type: "signature_delta", signature: "EqQBCkYIBxgC" }]), // biome-ignore format: one thought
    ...endOf("max_tokens"),
  ],
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  ...{ id: "chatcmpl-C0xYz", object: "chat.completion.chunk", created: 1_795_000_000, model: "gpt-5.2" },
  ...{ service_tier: "default", system_fingerprint: "fp_9e1a", usage: null, obfuscation: "xY2" },
  choices: [{ index: 0, delta, logprobs: null, finish_reason }],
})

const counted = {
  ...{ id: "chatcmpl-C0xYz", object: "chat.completion.chunk", created: 1_795_000_000, model: "gpt-5.2", choices: [] },
  usage: {
    ...{ prompt_tokens: 1_612, completion_tokens: 640, total_tokens: 2_252 },
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, accepted_prediction_tokens: 0 },
  },
}

const begin = chunk({ role: "assistant", content: "", refusal: null })

const callOf = (name: string, id: string) =>
  chunk({ tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: "" } }] })

const moreOf = (written: string) => chunk({ tool_calls: [{ index: 0, function: { arguments: written } }] })

/** Chat completions. */
const completions: Readonly<Record<Ending, readonly object[]>> = {
  cut: [begin, chunk({ content: "The plan has three parts: " }), chunk({ content: "first, the" }), chunk({}, "length"), counted], // biome-ignore format: one thought
  declined: [begin, chunk({ content: "I could begin by" }), callOf("list_links", "call_1"), moreOf("{}"), chunk({}, "content_filter"), counted], // biome-ignore format: one thought
  nothing: [begin, chunk({}, "stop"), counted],
  "cut in a call": [begin, chunk({ content: "I will make the link." }), callOf("create_link", "call_2"), moreOf('{"destination": "https://exam'), chunk({}, "length"), counted], // biome-ignore format: one thought
  "cut while it thought": [begin, chunk({ reasoning_content: "Let me see: " }), chunk({}, "length"), counted],
}
