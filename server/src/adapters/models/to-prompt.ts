import { isRecord } from "./is-record.ts"
import type { LibraryMessage, LibraryRequest, LibraryTool, PartOf } from "./library.ts"
import type { AssistantPart, CallResult, ModelMessage, ModelRequest, Models, PersonPart, ThinkingPart } from "./port.ts"
import { readableType } from "./readable-file.ts"

export interface PromptTarget extends Pick<Models, "name" | "accepts"> {
  readonly wire: "anthropic" | "openai"
}

/** Marks a part up to which the provider caches the request. Other wires ignore it. */
const cachePoint = { anthropic: { cacheControl: { type: "ephemeral" } } }

type ContentOf<Role extends "user" | "assistant" | "tool"> = Extract<LibraryMessage, { role: Role }>["content"][number]

type ToolSchema = Extract<LibraryTool, { type: "function" }>["inputSchema"]

export function toPrompt(
  { system, messages, tools, isInWords = false, maxOutputTokens }: ModelRequest,
  asked: PromptTarget,
): Pick<LibraryRequest, "prompt" | "tools" | "toolChoice" | "maxOutputTokens"> {
  const spoken = messages.map((message) => toMessage(message, asked)).filter((message) => message !== undefined)
  for (const at of cachedEnds(spoken)) if (spoken[at]) spoken[at].providerOptions = cachePoint
  const prompt: LibraryMessage[] = [{ role: "system", content: system, providerOptions: cachePoint }, ...spoken]
  const inWords = isInWords && { toolChoice: { type: "none" as const } }
  if (tools.length > 0) return { prompt, maxOutputTokens, tools: toTools(tools), ...inWords }
  // Providers refuse a conversation with calls if no tool is named, so the called tools are named and calls forbidden.
  const called = [...new Set(messages.flatMap(namesOfCalls))]
  if (called.length === 0) return { prompt, maxOutputTokens }
  const known = called.map((name) => ({ name, description: "", inputSchema: { type: "object" } }))
  return { prompt, maxOutputTokens, tools: toTools(known), toolChoice: { type: "none" } }
}

/**
 * The messages up to which a provider caches a request, besides the system text: the last question, the end of the
 * request before this one, and the end of this one. Anthropic takes four such marks, and searches its cache 20 blocks
 * back from each. A step of many calls is longer, so the end of the request before is marked too.
 */
function cachedEnds(spoken: readonly LibraryMessage[]): ReadonlySet<number> {
  const question = spoken.findLastIndex(({ role }) => role === "user")
  const before = spoken.findLastIndex(({ role }) => role === "assistant") - 1
  return new Set([question, before, spoken.length - 1])
}

function toTools(tools: ModelRequest["tools"]): LibraryTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    name,
    description,
    // The library passes the JSON Schema on unchanged.
    inputSchema: inputSchema as ToolSchema,
  }))
}

const namesOfCalls = (message: ModelMessage) =>
  message.role === "assistant" ? message.parts.flatMap((part) => (part.type === "call" ? [toName(part.name)] : [])) : []

/** A model may have used a tool name that providers refuse. */
const toName = (name: string) => name.replaceAll(/[^\w-]/g, "_").slice(0, 64) || "unknown"

function toMessage(message: ModelMessage, asked: PromptTarget): LibraryMessage | undefined {
  if (message.role === "results") return { role: "tool", content: message.results.map(toResult) }
  if (message.role === "person") {
    const facts = message.facts === undefined ? [] : [factsPart(message.facts)]
    const content = [...facts, ...message.parts.map((part) => toPersonPart(part, asked))].filter(isSaid)
    return content.length === 0 ? undefined : { role: "user", content }
  }
  const content = message.parts.flatMap((part) => toAssistantPart(part, asked)).filter(isSaid)
  // An answer that was stopped during thinking is left out: providers refuse one without text or calls.
  return content.every(({ type }) => type === "reasoning") ? undefined : { role: "assistant", content }
}

const factsPart = (facts: string) => ({ type: "text" as const, text: `<facts>${facts}</facts>` })

/** Providers refuse empty texts. */
const isSaid = (part: ContentOf<"user" | "assistant">) => part.type !== "text" || /\S/.test(part.text)

function toResult({ callId, name, text, isError }: CallResult): ContentOf<"tool"> {
  const output = { type: isError ? ("error-text" as const) : ("text" as const), value: text }
  return { type: "tool-result", toolCallId: callId, toolName: toName(name), output }
}

function toPersonPart(part: PersonPart, { accepts }: PromptTarget): ContentOf<"user"> {
  if (part.type === "text") return { type: "text", text: part.text }
  const { name, bytes } = part
  const mediaType = readableType(part, accepts)
  if (mediaType === undefined) return { type: "text", text: `[This model cannot read the attached file ${name}.]` }
  return { type: "file", filename: name, mediaType, data: { type: "data", data: bytes } }
}

function toAssistantPart(part: AssistantPart, asked: PromptTarget): ContentOf<"assistant">[] {
  if (part.type === "text") return [{ type: "text", text: part.text }]
  if (part.type === "thinking") return toReasoning(part, asked)
  const { id, name, arguments: input } = part
  return [{ type: "tool-call", toolCallId: id, toolName: toName(name), input: isRecord(input) ? input : {} }]
}

/** Thinking is sent back only to the model that wrote it: another provider would refuse it. */
function toReasoning({ text, extra }: ThinkingPart, { name, wire }: PromptTarget): ContentOf<"assistant">[] {
  if (!isRecord(extra) || extra.model !== name || extra.wire !== wire) return []
  const { signature, redactedData } = extra
  const signed = {
    ...(typeof signature === "string" && { signature }),
    ...(typeof redactedData === "string" && { redactedData }),
  }
  return [{ type: "reasoning", text, providerOptions: { anthropic: signed } }]
}

/** The data of a thought that `toPrompt` needs to send it back. */
export function extraOf(metadata: PartOf<"reasoning-end">["providerMetadata"], { name, wire }: PromptTarget): unknown {
  const { signature, redactedData } = metadata?.anthropic ?? {}
  return {
    ...{ model: name, wire },
    ...(signature !== undefined && { signature }),
    ...(redactedData !== undefined && { redactedData }),
  }
}
