import type { ModelRequest } from "#adapters/models/port.ts"
import { leftOutWords, openModelKey } from "#domains/assistant/on-demand.ts"
import { fileTokens } from "#kernel/bounds/file-tokens.ts"
import { type Judging, offeredTools } from "../calls/judging.ts"
import type { Engine } from "../engine.ts"
import type { RunState } from "../load-run.ts"
import { systemText } from "./system-text.ts"
import { type ReadFile, toMessages, withGoOn } from "./to-messages.ts"

/**
 * What a model is asked in the next step of a run, whole, or with old answers as a line each. In the last step it gets no
 * tools, so that it ends in words.
 */
export function openRequest(
  engine: Engine,
  state: RunState,
  { judging, readFile, isLast }: { judging: Judging; readFile: ReadFile; isLast: boolean },
): (isShort: boolean) => ModelRequest {
  const { app } = engine
  const key = openModelKey(app, judging.judge.settings)
  const { told, leftOut } = offeredTools(engine, judging, state)
  const tools = isLast ? [] : told
  const asked = {
    system: systemText,
    facts: factsOf(app.now(), state, leftOutWords(leftOut)),
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    maxOutputTokens: app.assistant.limits.outputTokens,
    ...(key !== undefined && { key }),
  }
  return (isShort) => {
    const messages = withGoOn(toMessages(state, { readFile, hiding: app, isShort }))
    return withRoom({ ...asked, messages }, app.models.windowTokens)
  }
}

/** The least of what a model reads that its answer has room in, where that is less than the limit. */
const leastShare = 1 / 8

/** Leaves as much room for the answer as the request leaves in what the model reads at once. */
function withRoom(request: ModelRequest, windowTokens: number): ModelRequest {
  const left = Math.max(windowTokens - estimate(request), Math.ceil(windowTokens * leastShare))
  return { ...request, maxOutputTokens: Math.min(request.maxOutputTokens, left) }
}

function factsOf(now: number, { member, run }: RunState, leftOut: string | null): string {
  const facts = {
    now: `${new Date(now).toISOString().slice(0, 16)}Z`,
    workspace: member.workspaceName,
    role_of_the_person: member.role,
    ...(run.about !== null && { page_they_are_on: run.about }),
    ...(leftOut !== null && { tools_left_out: leftOut }),
  }
  return `<facts>${JSON.stringify(facts)}</facts>`
}

/**
 * About how many tokens a request has: bytes of text by three, which is more than any tokenizer in use makes of it; files
 * by their pages and pixels.
 */
export function estimate(request: ModelRequest): number {
  const known = estimates.get(request.messages)
  if (known !== undefined) return known
  const { messages, files } = apart(request.messages)
  const text = JSON.stringify([request.system, request.facts, messages, request.tools])
  const tokens = files.reduce((sum, bytes) => sum + fileTokens(bytes), Math.ceil(Buffer.byteLength(text) / 3))
  estimates.set(request.messages, tokens)
  return tokens
}

/** A step asks several times how large its request is, which has messages of its own. */
const estimates = new WeakMap<ModelRequest["messages"], number>()

/** The words of messages, and the bytes of the files in them. */
function apart(messages: ModelRequest["messages"]): { messages: unknown[]; files: readonly Uint8Array[] } {
  const files: Uint8Array[] = []
  const words = messages.map((message) => {
    if (message.role !== "person") return message
    const parts = message.parts.map((part) => {
      if (part.type === "text") return part
      files.push(part.bytes)
      return { ...part, bytes: undefined }
    })
    return { ...message, parts }
  })
  return { messages: words, files }
}
