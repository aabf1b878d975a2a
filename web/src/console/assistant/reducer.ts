import type {
  ShownCall,
  ShownConversation,
  ShownMessage,
  ShownPart,
  StreamEvents,
} from "../../../../server/src/contract/shown.ts"

/** What a conversation is as far as its stream has told, and the number of the last event. */
export interface Known {
  readonly seq: number
  readonly conversation: ShownConversation
}

/** An event of the stream. */
export type Told =
  | { readonly name: "snapshot"; readonly seq: number; readonly conversation: StreamEvents["snapshot"] }
  | { readonly name: "message"; readonly seq: number; readonly message: StreamEvents["message"] }
  | ({ readonly name: "text"; readonly seq: number } & StreamEvents["text"])
  | ({ readonly name: "call"; readonly seq: number } & StreamEvents["call"])
  | { readonly name: "run"; readonly seq: number; readonly run: StreamEvents["run"] }

/**
 * What is known after an event. An event that was heard already changes nothing; undefined where one before it is
 * missing, or where it is about a message that there is not: only a snapshot helps then.
 */
export function take(known: Known | undefined, told: Told): Known | undefined {
  if (told.name === "snapshot") return { seq: told.seq, conversation: told.conversation }
  if (!known || told.seq > known.seq + 1) return undefined
  if (told.seq <= known.seq) return known
  const conversation = changed(known.conversation, told)
  return conversation && { seq: told.seq, conversation }
}

function changed(
  conversation: ShownConversation,
  told: Exclude<Told, { name: "snapshot" }>,
): ShownConversation | undefined {
  if (told.name === "run") return { ...conversation, run: told.run }
  if (told.name === "message") return { ...conversation, messages: putById(conversation.messages, told.message) }
  const at = conversation.messages.findLastIndex(({ id }) => id === told.message)
  const message = conversation.messages[at]
  if (!message) return undefined
  const parts = told.name === "text" ? withText(message.parts, told.text) : withCall(message.parts, told.call)
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

/** What each event has to have, so that it can be taken. What else it has is for pages that are newer than this one. */
const shapes: Readonly<Record<Told["name"], (data: Record<string, unknown>) => boolean>> = {
  snapshot: ({ conversation }) => isObject(conversation) && Array.isArray(conversation.messages),
  message: ({ message }) => isObject(message) && isText(message.id) && Array.isArray(message.parts),
  text: ({ message, text }) => isText(message) && isText(text),
  call: ({ message, call }) => isText(message) && isObject(call) && isText(call.id) && isObject(call.arguments),
  run: ({ run }) => run === null || (isObject(run) && isText(run.state)),
}

/**
 * Reads an event of the stream.
 *
 * @returns undefined for one whose name is newer than this page; `null` for one that cannot be read.
 */
export function readTold(name: string, data: string): Told | null | undefined {
  if (!Object.hasOwn(shapes, name)) return undefined
  try {
    const said: unknown = JSON.parse(data)
    const isWhole = isObject(said) && Number.isSafeInteger(said.seq) && shapes[name as Told["name"]](said)
    return isWhole ? ({ ...said, name } as unknown as Told) : null
  } catch {
    return null
  }
}
