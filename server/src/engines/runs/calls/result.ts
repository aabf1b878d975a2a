import type { App } from "#access/perform.ts"
import type { AssistantTool, CallRow, Fact, Handles } from "#domains/assistant/on-demand.ts"
import { ServiceError } from "#kernel/error.ts"
import { cleanValue, fit } from "../model/clean-result.ts"
import { hideSecrets } from "../model/handles.ts"

/** What a model gets of an answer: JSON without secrets and invisible characters, of a bounded length. */
export function toResult(
  app: App,
  output: unknown,
  { handles, most }: { handles: Handles; most: number },
): { text: string; handles: Handles } {
  // Before anything is cut, since half an address is one too; and again, as one may have had something invisible in it.
  let known = handles
  const hide = (text: string) => {
    const hidden = hideSecrets(app, text, known)
    known = hidden.handles
    return hidden.text
  }
  return hideSecrets(app, fit(cleanValue(output, hide), most * 1024), known)
}

/** What a model and its person get of a refusal; a fault of ours is logged, and says nothing of itself. */
export function toRefusal(app: Pick<App, "log">, thrown: unknown): { result: string; summary: string } {
  if (thrown instanceof ServiceError) {
    const { message, hint } = thrown
    return { result: JSON.stringify({ error: message, ...(hint && { hint }) }), summary: message }
  }
  app.log.error(
    { error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) },
    "A call of the assistant failed.",
  )
  const message = "Something went wrong on our side."
  return { result: JSON.stringify({ error: message }), summary: message }
}

/** What a card says that its call is about. */
export const aboutOf = (call: CallRow): readonly Fact[] => JSON.parse(call.facts).about ?? []

/** What a card shows besides the arguments, as it is kept with the call. */
export function shownFacts(
  tool: AssistantTool | undefined,
  { facts = [], about = [] }: { facts?: readonly Fact[]; about?: readonly Fact[] },
): string {
  const server = tool?.server ? { name: tool.server.name, host: tool.server.host, asWhom: tool.server.asWhom } : null
  return JSON.stringify({ facts, about, server, title: tool?.title ?? "Use a tool" })
}
