import type { AssistantTool, Cited, ConversationMarks, Handles } from "#domains/assistant/on-demand.ts"

type Json = Readonly<Record<string, unknown>>

const mostSeen = 2_000

interface Answered {
  readonly tool: AssistantTool
  readonly output: Json
  readonly handles: Handles
  /** Whether the answer contains an object written by a conversation that had read text of outsiders. */
  readonly repeatsOutsiders: boolean
}

/**
 * Adds an answer to the marks of a conversation: sources, authors, objects and secrets. Marks only grow, and are stored
 * with the conversation, so that no summary, restart or branch removes one.
 */
export function marksAfter(
  marks: ConversationMarks,
  { tool, output, handles, repeatsOutsiders }: Answered,
): ConversationMarks {
  return {
    outsiders: repeatsOutsiders || tool.words === "outsiders" ? add(marks.outsiders, wordsOf(tool)) : marks.outsiders,
    sources: add(marks.sources, tool.server?.id ?? "workspace"),
    seen: addSeen(marks.seen, tool.seen(output)),
    handles,
  }
}

const id = /^[a-z]+_[0-9A-Za-z]{22}$/

/** The distinct ids of objects anywhere in a value. */
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
