import type { App } from "#access/perform.ts"
import type { AssistantTool, Cited, Handles } from "#domains/assistant/on-demand.ts"
import type { RunState } from "../load-run.ts"
import { sealHandles } from "../model/handles.ts"

type Json = Readonly<Record<string, unknown>>

/** The most objects that one conversation may cite. */
const mostSeen = 2_000

/**
 * What a run has read once a call was answered: from where, whose words, which objects, which secrets. Marks only grow,
 * and are stored with the conversation, so that neither a summary, a restart nor a branch takes one away.
 */
export function marksAfter(
  state: RunState,
  { tool, output, handles, app }: { tool: AssistantTool; output: Json; handles: Handles; app: App },
) {
  const outsiders = tool.words === "outsiders" ? add(state.outsiders, wordsOf(tool)) : state.outsiders
  const sources = add(state.sources, tool.server?.id ?? "workspace")
  const seen = addSeen(state.seen, tool.seen(output))
  const set = {
    outsiders: JSON.stringify(outsiders),
    sources: JSON.stringify(sources),
    seen: JSON.stringify(seen),
    handles_sealed: Object.keys(handles).length === 0 ? null : sealHandles(app, state.conversation.id, handles),
  }
  return { set, state: { ...state, outsiders, sources, seen, handles } }
}

/** What people read of it. */
const wordsOf = ({ title, server }: AssistantTool) =>
  server ? `what ${server.name} answered` : `what “${title}” found`

const add = (marks: readonly string[], mark: string) => (marks.includes(mark) ? marks : [...marks, mark])

function addSeen(seen: readonly Cited[], more: readonly Cited[]): readonly Cited[] {
  const known = new Map(seen.map((one) => [`${one.kind}:${one.id}`, one]))
  for (const one of more) known.set(`${one.kind}:${one.id}`, one)
  return [...known.values()].slice(-mostSeen)
}
