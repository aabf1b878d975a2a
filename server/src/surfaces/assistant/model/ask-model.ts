import type { ModelRequest } from "#adapters/models/port.ts"
import { leftOutWords, openModelKey } from "#domains/assistant/on-demand.ts"
import { type Judging, offeredTools } from "../calls/judging.ts"
import type { Engine } from "../engine.ts"
import type { RunState } from "../load-run.ts"
import { systemText } from "./system-text.ts"
import { type ReadFile, toMessages } from "./to-messages.ts"

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
  return (isShort) => ({ ...asked, messages: toMessages(state, { readFile, hiding: app, isShort }) })
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

/** About how many tokens a request has: bytes by three, which is more than any tokenizer in use makes of it. */
export function estimate(request: ModelRequest): number {
  const known = estimates.get(request)
  if (known !== undefined) return known
  const text = JSON.stringify([request.system, request.facts, request.messages, request.tools], withoutBytes)
  const tokens = Math.ceil(Buffer.byteLength(text) / 3)
  estimates.set(request, tokens)
  return tokens
}

/** A step asks several times how large its request is. */
const estimates = new WeakMap<ModelRequest, number>()

/** A picture or a PDF costs by its size on the screen; a page of either is about 2,000 tokens. */
const withoutBytes = (_: string, value: unknown) => (value instanceof Uint8Array ? "x".repeat(6_000) : value)
