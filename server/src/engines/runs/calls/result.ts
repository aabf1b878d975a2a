import type { App } from "#access/perform.ts"
import type { AssistantTool, CallRow, Fact, Handles } from "#domains/assistant/on-demand.ts"
import { ServiceError } from "#kernel/error.ts"
import type { Zone } from "#kernel/time/zone.ts"
import { cleanValue } from "../model/clean-result.ts"
import { fit } from "../model/fit-result.ts"
import { hideSecrets } from "../model/handles.ts"
import { withLocalTimes } from "../model/local-times.ts"

/** An answer as a model gets it: JSON of at most `most` kilobytes, without secrets and invisible characters. */
export function toResult(
  app: App,
  output: unknown,
  { handles, most }: { handles: Handles; most: number },
): { text: string; handles: Handles } {
  // Before the cut, since half an address is a secret too; and again afterwards, without invisible characters.
  let known = handles
  const hide = (text: string) => {
    const hidden = hideSecrets(app, text, known)
    known = hidden.handles
    return hidden.text
  }
  return hideSecrets(app, fit(cleanValue(output, hide), most * 1024), known)
}

/** A refusal as the model and the person get it. An internal error is logged, and its text is not shown. */
export function toRefusal(app: Pick<App, "log">, thrown: unknown): { result: string; summary: string } {
  if (thrown instanceof ServiceError) {
    const { message, hint } = thrown
    return { result: JSON.stringify({ error: message, ...(hint && { hint }) }), summary: message }
  }
  app.log.error({ fault: thrown }, "A call of the assistant failed.")
  const message = "Something went wrong."
  return { result: JSON.stringify({ error: message }), summary: message }
}

type Json = Readonly<Record<string, unknown>>

/** The facts of an answer, with the tool's note. */
export function resultFacts(tool: AssistantTool, { input, output }: { input: Json; output: Json }): Fact[] {
  const note = tool.note(output, input)
  return [...tool.facts(output), ...(note === undefined ? [] : [{ label: "Note", value: note }])]
}

export const aboutOf = (call: CallRow): readonly Fact[] => JSON.parse(call.facts).about ?? []

/** The column `facts` of a call: what its approval card shows besides the arguments. */
export function shownFacts(
  tool: AssistantTool | undefined,
  { facts = [], about = [] }: { facts?: readonly Fact[]; about?: readonly Fact[] },
): string {
  const server = tool?.server ? { name: tool.server.name, host: tool.server.host, asWhom: tool.server.asWhom } : null
  return JSON.stringify({ facts, about, server, title: tool?.title ?? "Use a tool" })
}

/** A tool server's answer: its structured form with the text beside it, or its text. A built-in tool's has local times. */
export function answerForModel({ server }: AssistantTool, output: Json, zone: Zone): unknown {
  if (!server) return withLocalTimes(output, zone)
  const { structured, text, note, isError } = output
  return {
    answer: structured ?? text,
    ...(structured !== undefined && text !== "" && { text }),
    ...(isError === true && { is_error: true }),
    ...(note !== undefined && { note }),
  }
}
