import type { Inside } from "#access/context.ts"
import type { App } from "#access/perform.ts"
import {
  type AssistantTool,
  type Cited,
  findConversation,
  type Handles,
  markSecondHand,
} from "#domains/assistant/on-demand.ts"
import { sealHandles } from "../model/handles.ts"
import type { RunState } from "../state/load-run.ts"
import type { Permitted } from "./permitted.ts"

type Json = Readonly<Record<string, unknown>>

const mostSeen = 2_000

interface Answered {
  readonly tool: AssistantTool
  readonly output: Json
  readonly handles: Handles
  readonly app: App
  /** Whether the answer contains an object written by a conversation that had read text of outsiders. */
  readonly repeatsOutsiders: boolean
}

/** Marks only grow, and are stored with the conversation, so that no summary, restart or branch removes one. */
export function marksAfter(state: RunState, { tool, output, handles, app, repeatsOutsiders }: Answered) {
  const outsiders =
    repeatsOutsiders || tool.words === "outsiders" ? add(state.outsiders, wordsOf(tool)) : state.outsiders
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

/** Runs in the write's transaction. The object may repeat text of outsiders that the conversation has read. */
export async function passMarksOn(
  cx: Inside,
  { call, state }: Permitted,
  { input, output }: { input: Json; output: Json },
): Promise<void> {
  const hasRead = state.outsiders.length > 0 || (await findConversation(cx, call.conversation_id))?.outsiders !== "[]"
  if (!hasRead) return
  await markSecondHand(cx, state.member.workspaceId, idsIn([input.id, output.id]))
}

const id = /^[a-z]+_[0-9A-Za-z]{22}$/

export function idsIn(value: unknown): string[] {
  const found = new Set<string>()
  const look = (part: unknown): void => {
    if (typeof part === "string" && id.test(part)) found.add(part)
    else if (typeof part === "object" && part !== null) Object.values(part).forEach(look)
  }
  look(value)
  return [...found]
}

/** The name of a source, as people read it. */
const wordsOf = ({ title, server }: AssistantTool) =>
  server ? `what ${server.name} answered` : `what “${title}” found`

const add = (marks: readonly string[], mark: string) => (marks.includes(mark) ? marks : [...marks, mark])

function addSeen(seen: readonly Cited[], more: readonly Cited[]): readonly Cited[] {
  const known = new Map(seen.map((one) => [`${one.kind}:${one.id}`, one]))
  for (const one of more) known.set(`${one.kind}:${one.id}`, one)
  return [...known.values()].slice(-mostSeen)
}
