import { digitsIn } from "#kernel/tools/arguments.ts"
import { mendCall } from "./arguments.ts"
import { isRecord } from "./is-record.ts"

type Json = Record<string, unknown>

/** The events of an answer that came as one piece of JSON; undefined where it is none. */
export function toEvents(text: string, wire: "anthropic" | "openai"): string | undefined {
  // Some gateways add the end mark of a stream.
  const answer = digitsIn(text.replace(/\s*data: ?\[DONE\]\s*$/, ""))
  if (!isRecord(answer)) return undefined
  if (answer.error !== undefined || answer.object === "error") return written([{ error: errorOf(answer) }], wire)
  const events = wire === "anthropic" ? ofMessage(answer) : ofCompletion(answer)
  return events && written(events, wire)
}

function errorOf(answer: Json): unknown {
  if (isRecord(answer.error)) return answer.error
  return { ...answer, message: typeof answer.error === "string" ? answer.error : answer.message, error: undefined }
}

function written(events: readonly Json[], wire: "anthropic" | "openai"): string {
  const lines = events.map((event) =>
    wire === "anthropic" && event.error !== undefined ? { type: "error", ...event } : event,
  )
  const end = wire === "openai" ? "data: [DONE]\n\n" : ""
  return lines.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("") + end
}

function ofCompletion(answer: Json): Json[] | undefined {
  const choice: unknown = Array.isArray(answer.choices) ? answer.choices[0] : undefined
  if (!isRecord(choice) || !isRecord(choice.message)) return undefined
  const { tool_calls, ...message } = choice.message
  const calls = Array.isArray(tool_calls)
    ? tool_calls.map((call, index) => ({ index, ...(mendCall(call) as Json) }))
    : []
  const delta = { ...message, role: "assistant", ...(calls.length > 0 && { tool_calls: calls }) }
  const finish_reason = choice.finish_reason || "stop"
  return [{ ...answer, choices: [{ index: 0, delta, finish_reason }] }]
}

function ofMessage({ content, stop_reason, usage, ...message }: Json): Json[] | undefined {
  if (!Array.isArray(content)) return undefined
  const counts = isRecord(usage) ? usage : {}
  const blocks = content
    .filter(isRecord)
    .flatMap((block, index): Json[] => [
      { type: "content_block_start", index, content_block: emptied(block) },
      ...deltasOf(block).map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ])
  return [
    { type: "message_start", message: { ...message, content: [], usage: { input_tokens: 0, ...counts } } },
    ...blocks,
    {
      type: "message_delta",
      delta: { stop_reason: stop_reason ?? "end_turn" },
      usage: { output_tokens: 0, ...counts },
    },
    { type: "message_stop" },
  ]
}

function emptied(block: Json): Json {
  if (block.type === "text") return { type: "text", text: "" }
  if (block.type === "thinking") return { type: "thinking", thinking: "" }
  return block.type === "tool_use" ? { ...block, input: {} } : block
}

function deltasOf(block: Json): Json[] {
  if (block.type === "text") return [{ type: "text_delta", text: block.text }]
  if (block.type === "tool_use") return [{ type: "input_json_delta", partial_json: JSON.stringify(block.input ?? {}) }]
  if (block.type !== "thinking") return []
  return [
    { type: "thinking_delta", thinking: block.thinking },
    { type: "signature_delta", signature: block.signature ?? "" },
  ]
}
