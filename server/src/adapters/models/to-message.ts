import { idForWire } from "./call-ids.ts"
import { isRecord } from "./is-record.ts"
import type { LibraryMessage } from "./library.ts"
import type { Manner } from "./manner.ts"
import type { AssistantPart, CallResult, ModelMessage, Models, PersonPart, ThinkingPart } from "./port.ts"

export interface PromptTarget extends Pick<Models, "name" | "accepts"> {
  readonly wire: "anthropic" | "openai"
}

export interface MessageTarget extends PromptTarget {
  readonly manner: Pick<Manner, "hasThoughts" | "callIds">
}

type ContentOf<Role extends "user" | "assistant" | "tool"> = Extract<LibraryMessage, { role: Role }>["content"][number]

/** A model may have used a tool name that providers refuse. */
export const toName = (name: string) => name.replaceAll(/[^\w-]/g, "_").slice(0, 64) || "unknown"

/** `isOpen`: the message belongs to the question that is being answered. */
export function toMessage(message: ModelMessage, asked: MessageTarget, isOpen: boolean): LibraryMessage | undefined {
  if (message.role === "results")
    return { role: "tool", content: message.results.map((result) => toResult(result, asked)) }
  if (message.role === "person") {
    const facts = message.facts === undefined ? [] : [factsPart(message.facts)]
    const content = [...facts, ...message.parts.map((part) => toPersonPart(part, asked))].filter(isSaid)
    return content.length === 0 ? undefined : { role: "user", content }
  }
  const content = message.parts.flatMap((part) => toAssistantPart(part, asked, isOpen)).filter(isSaid)
  // An answer that was stopped during thinking is left out: providers refuse one without text or calls.
  if (content.every(({ type }) => type === "reasoning")) return undefined
  return { role: "assistant", content, ...ownFields(message.parts, asked) }
}

const factsPart = (facts: string) => ({ type: "text" as const, text: `<facts>${facts}</facts>` })

const isSaid = (part: ContentOf<"user" | "assistant">) => part.type !== "text" || /\S/.test(part.text)

const wireId = (id: string, { wire, manner }: MessageTarget) =>
  idForWire(id, { wire, isShort: manner.callIds === "short" })

function toResult({ callId, name, text, isError }: CallResult, asked: MessageTarget): ContentOf<"tool"> {
  const output = { type: isError ? ("error-text" as const) : ("text" as const), value: text }
  return { type: "tool-result", toolCallId: wireId(callId, asked), toolName: toName(name), output }
}

function toPersonPart(part: PersonPart, { accepts }: PromptTarget): ContentOf<"user"> {
  if (part.type === "text") return { type: "text", text: part.text }
  const { name, bytes } = part
  const mediaType = readableType(part, accepts)
  if (mediaType === undefined) return { type: "text", text: `[This model cannot read the attached file ${name}.]` }
  return { type: "file", filename: name, mediaType, data: { type: "data", data: bytes } }
}

function toAssistantPart(part: AssistantPart, asked: MessageTarget, isOpen: boolean): ContentOf<"assistant">[] {
  if (part.type === "text") return [{ type: "text", text: part.text }]
  if (part.type === "thinking") return toReasoning(part, asked, isOpen)
  const { id, name, arguments: input } = part
  const extra = ownExtra(part.extra, asked)
  const added = extra && { providerOptions: { openaiCompatible: { extra_content: extra.extraContent as never } } }
  const call = { toolName: toName(name), input: isRecord(input) ? input : {} }
  return [{ type: "tool-call", toolCallId: wireId(id, asked), ...call, ...added }]
}

/** A provider's additions are sent back only to the model that wrote them: another provider would refuse them. */
function ownExtra(extra: unknown, { name, wire }: PromptTarget): Record<string, unknown> | undefined {
  return isRecord(extra) && extra.model === name && extra.wire === wire ? extra : undefined
}

function toReasoning(part: ThinkingPart, asked: MessageTarget, isOpen: boolean): ContentOf<"assistant">[] {
  const extra = ownExtra(part.extra, asked)
  if (!extra || !asked.manner.hasThoughts) return []
  const { text } = part
  // Templates take the thinking of earlier questions out themselves.
  if (extra.tag !== undefined) return isOpen ? [{ type: "text", text: `<think>${text}</think>\n\n` }] : []
  if (asked.wire === "openai") return extra.field === undefined ? [{ type: "reasoning", text }] : []
  const { signature, redactedData } = extra
  const signed = {
    ...(typeof signature === "string" && { signature }),
    ...(typeof redactedData === "string" && { redactedData }),
  }
  return [{ type: "reasoning", text, providerOptions: { anthropic: signed } }]
}

/** Thoughts that came in fields of their own are sent back in them: `reasoning`, or OpenRouter's `reasoning_details`. */
function ownFields(parts: readonly AssistantPart[], asked: MessageTarget) {
  if (asked.wire !== "openai" || !asked.manner.hasThoughts) return {}
  const thoughts = parts.flatMap((part) => {
    const extra = part.type === "thinking" ? ownExtra(part.extra, asked) : undefined
    return part.type === "thinking" && extra?.field !== undefined ? [{ text: part.text, extra }] : []
  })
  const details = thoughts.find(({ extra }) => extra.field === "reasoning_details")
  const text = thoughts.map((one) => one.text).join("")
  if (!details && text === "") return {}
  const fields = details ? { reasoning_details: details.extra.details as never } : { reasoning: text }
  return { providerOptions: { openaiCompatible: fields } }
}

type FilePart = Extract<PersonPart, { type: "file" }>

/** Latin-1; a space matches any byte. A provider refuses the whole conversation if a file has another type. */
const beginnings: Readonly<Record<string, string>> = {
  "image/png": "\x89PNG\r\n\x1a\n",
  "image/jpeg": "\xff\xd8\xff",
  "image/gif": "GIF8 a",
  "image/webp": "RIFF    WEBP",
  "application/pdf": "%PDF-",
}

/** The largest files that both providers accept, in bytes. A picture may have 5 MB in base64. */
const mostBytes = { images: 3_750_000, pdf: 20_000_000 }

/** The media type to send a file with; undefined where the model cannot read the file. */
function readableType({ mediaType, bytes }: FilePart, accepts: Models["accepts"]): string | undefined {
  const [type = ""] = mediaType.toLowerCase().split(/[;\s]/, 1)
  const kind = type === "application/pdf" ? "pdf" : "images"
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString("latin1")
  const wanted = beginnings[type]
  const isKnown = wanted !== undefined && [...wanted].every((byte, at) => byte === " " || beginning[at] === byte)
  const isRead = isKnown && accepts[kind] && bytes.byteLength <= mostBytes[kind]
  return isRead ? type : undefined
}
