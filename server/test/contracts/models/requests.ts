import type {
  AssistantPart,
  CallResult,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  Models,
  ModelTool,
} from "#adapters/models/port.ts"

/** A tool that lists short links, with the schema in the contract's requests. */
export const listTool: ModelTool = {
  name: "list_links",
  description: "Lists the short links of the workspace.",
  inputSchema: { type: "object", properties: { query: { type: "string" } }, additionalProperties: false },
}

/** A question of a person, as the first message of a conversation. */
export function question(text: string, more: Partial<ModelRequest> = {}): ModelRequest {
  const messages: ModelMessage[] = [{ role: "person", parts: [{ type: "text", text }] }]
  return {
    system: "You help in a workspace.",
    messages,
    tools: [listTool],
    maxOutputTokens: 500,
    ...more,
  }
}

/** The request after an answer: with the answer's text and calls, and the results of its calls. */
export function following(
  request: ModelRequest,
  events: readonly ModelEvent[],
  resultOf: (call: { id: string; name: string }) => Pick<CallResult, "text" | "isError">,
): ModelRequest {
  const calls = events.filter((event) => event.type === "call")
  const parts = events.flatMap((event): AssistantPart[] => {
    if (event.type === "thought") return [event.part]
    if (event.type === "text") return [{ type: "text", text: event.text }]
    return event.type === "call" ? [event] : []
  })
  const results = calls.map(({ id, name }) => ({ callId: id, name, ...resultOf({ id, name }) }))
  return { ...request, messages: [...request.messages, { role: "assistant", parts }, { role: "results", results }] }
}

/** All events of an answer. */
export async function allOf(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  return Array.fromAsync(events)
}

/** Asks, and waits for the whole answer. */
export function answerOf(models: Models, request: ModelRequest, signal = new AbortController().signal) {
  return allOf(models.stream(request, signal))
}

/** The text of an answer. */
export const wordsOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === "text" ? event.text : "")).join("")
