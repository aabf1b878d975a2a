import type { LibraryMessage, LibraryRequest, LibraryTool } from "./library.ts"
import type { Sending } from "./manner.ts"
import type { ModelMessage, ModelRequest } from "./port.ts"
import { type PromptTarget, toMessage, toName } from "./to-message.ts"

/** Marks a part up to which the provider caches the request. Other wires ignore it. */
const cachePoint = { anthropic: { cacheControl: { type: "ephemeral" } } }

type ToolSchema = Extract<LibraryTool, { type: "function" }>["inputSchema"]

/** The longest description of a tool, in characters. OpenAI and Azure refuse a request with a longer one. */
const longestDescription = { openai: 1_024, anthropic: 16_384 }

export function toPrompt(
  { system, messages, isInWords = false, maxOutputTokens }: ModelRequest,
  asked: PromptTarget,
  manner: Sending,
): Pick<LibraryRequest, "prompt" | "tools" | "toolChoice" | "maxOutputTokens"> {
  const open = messages.findLastIndex((message, at) => isQuestion(message, messages[at - 1]))
  const all = messages.map((message, at) => toMessage(message, { ...asked, manner }, at > open))
  const spoken = toTurns(
    all.filter((message) => message !== undefined),
    manner.takesTurns,
  )
  for (const at of cachedEnds(spoken)) {
    const end = spoken[at]
    if (end) end.providerOptions = { ...end.providerOptions, ...cachePoint }
  }
  const prompt = manner.hasSystem
    ? [{ role: "system" as const, content: system, providerOptions: cachePoint }, ...spoken]
    : withSystemIn(spoken, system)
  const tools = toTools(manner.tools, asked)
  const inWords = isInWords && { toolChoice: { type: "none" as const } }
  if (tools.length > 0) return { prompt, maxOutputTokens, tools, ...inWords }
  // Providers refuse a conversation with calls if no tool is named, so the called tools are named and calls forbidden.
  const called = [...new Set(messages.flatMap(namesOfCalls))]
  if (called.length === 0) return { prompt, maxOutputTokens }
  const known = called.map((name) => ({ name, description: "", inputSchema: { type: "object", properties: {} } }))
  return { prompt, maxOutputTokens, tools: toTools(known, asked), toolChoice: { type: "none" } }
}

/** A message without facts that follows results only shows their pictures. */
const isQuestion = (message: ModelMessage, before: ModelMessage | undefined) =>
  message.role === "person" && (message.facts !== undefined || before?.role !== "results")

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

function withSystemIn([first, ...rest]: readonly LibraryMessage[], system: string): LibraryMessage[] {
  const part = { type: "text" as const, text: system }
  if (first?.role === "user") return [{ ...first, content: [part, ...first.content] }, ...rest]
  return [{ role: "user", content: [part] }, ...(first ? [first] : []), ...rest]
}

function toTools(tools: ModelRequest["tools"], { wire }: PromptTarget): LibraryTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    name,
    description: description.slice(0, longestDescription[wire]),
    // The library passes the JSON Schema on unchanged.
    inputSchema: inputSchema as ToolSchema,
  }))
}

const namesOfCalls = (message: ModelMessage) =>
  message.role === "assistant" ? message.parts.flatMap((part) => (part.type === "call" ? [toName(part.name)] : [])) : []

function toTurns(spoken: readonly LibraryMessage[], takesTurns: boolean): LibraryMessage[] {
  const turns: LibraryMessage[] = []
  for (const message of spoken) {
    const last = turns.at(-1)
    if (message.role === "user" && last?.role === "user")
      turns[turns.length - 1] = { ...last, content: [...last.content, ...message.content] }
    else if (message.role === "user" && last?.role === "tool" && takesTurns) turns.push(between(), message)
    else turns.push(message)
  }
  return turns
}

const between = (): LibraryMessage => ({ role: "assistant", content: [{ type: "text", text: "…" }] })
