import type {
  ShownCall,
  ShownConversation,
  ShownMessage,
  ShownPart,
  StreamEvents,
} from "../../../../../server/src/contract/shown.ts"

/** The conversation after the last event, and that event's number. */
export interface Known {
  readonly seq: number
  readonly conversation: ShownConversation
}

export type ConversationEvent =
  | { readonly name: "snapshot"; readonly seq: number; readonly conversation: StreamEvents["snapshot"] }
  | { readonly name: "message"; readonly seq: number; readonly message: StreamEvents["message"] }
  | ({ readonly name: "text"; readonly seq: number } & StreamEvents["text"])
  | ({ readonly name: "call"; readonly seq: number } & StreamEvents["call"])
  | { readonly name: "run"; readonly seq: number; readonly run: StreamEvents["run"] }

/**
 * Applies an event. A repeated event changes nothing. Undefined if an earlier event or the event's message is missing:
 * then a snapshot is needed.
 */
export function applyEvent(known: Known | undefined, event: ConversationEvent): Known | undefined {
  if (event.name === "snapshot") return { seq: event.seq, conversation: event.conversation }
  if (!known || event.seq > known.seq + 1) return undefined
  if (event.seq <= known.seq) return known
  const conversation = changed(known.conversation, event)
  return conversation && { seq: event.seq, conversation }
}

function changed(
  conversation: ShownConversation,
  event: Exclude<ConversationEvent, { name: "snapshot" }>,
): ShownConversation | undefined {
  if (event.name === "run") return { ...conversation, run: event.run }
  if (event.name === "message") return { ...conversation, messages: putById(conversation.messages, event.message) }
  const at = conversation.messages.findLastIndex(({ id }) => id === event.message)
  const message = conversation.messages[at]
  if (!message) return undefined
  const parts = event.name === "text" ? withText(message.parts, event.text) : withCall(message.parts, event.call)
  return { ...conversation, messages: conversation.messages.with(at, { ...message, parts }) }
}

function putById(messages: readonly ShownMessage[], message: ShownMessage): readonly ShownMessage[] {
  const at = messages.findLastIndex(({ id }) => id === message.id)
  return at < 0 ? [...messages, message] : messages.with(at, message)
}

function withText(parts: readonly ShownPart[], text: string): readonly ShownPart[] {
  const last = parts.at(-1)
  if (last?.type !== "text") return [...parts, { type: "text", text, cited: [] }]
  return parts.with(-1, { ...last, text: last.text + text })
}

function withCall(parts: readonly ShownPart[], call: ShownCall): readonly ShownPart[] {
  const at = parts.findLastIndex((part) => part.type === "call" && part.call.id === call.id)
  return at < 0 ? [...parts, { type: "call", call }] : parts.with(at, { type: "call", call })
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null
const isText = (value: unknown) => typeof value === "string"

/** Checks the fields that this page reads. Unknown fields are for newer pages. */
const shapes: Readonly<Record<ConversationEvent["name"], (data: Record<string, unknown>) => boolean>> = {
  snapshot: ({ conversation }) => isObject(conversation) && Array.isArray(conversation.messages),
  message: ({ message }) => isObject(message) && isText(message.id) && Array.isArray(message.parts),
  text: ({ message, text }) => isText(message) && isText(text),
  call: ({ message, call }) => isText(message) && isObject(call) && isText(call.id) && isObject(call.arguments),
  run: ({ run }) => run === null || (isObject(run) && isText(run.state)),
}

/** Undefined for an event name that is newer than this page; `null` for an unreadable event. */
export function parseEvent(name: string, data: string): ConversationEvent | null | undefined {
  if (!Object.hasOwn(shapes, name)) return undefined
  try {
    const said: unknown = JSON.parse(data)
    const isWhole = isObject(said) && Number.isSafeInteger(said.seq) && shapes[name as ConversationEvent["name"]](said)
    return isWhole ? ({ ...said, name } as unknown as ConversationEvent) : null
  } catch {
    return null
  }
}
