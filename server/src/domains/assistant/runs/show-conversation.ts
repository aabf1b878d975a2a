import type { Context, Member, Reading } from "#access/context.ts"
import type { Cited, ShownCall, ShownConversation, ShownMessage, ShownPart, ShownRun } from "#contract/shown.ts"
import { type CallRow, listCalls } from "../calls/index.ts"
import {
  branchOf,
  type ConversationRow,
  listMessages,
  type MessageRow,
  shownState,
  siblingsAmong,
} from "../conversations/index.ts"
import { unsealHandles } from "../handles.ts"
import { modelOf } from "../model-of.ts"
import { findSettings } from "../permissions/index.ts"
import type { StoredPart } from "../stored.ts"
import { findTool } from "../tools/index.ts"
import { findOpenRun, type RunRow } from "./run-store.ts"

export async function showConversation(
  cx: Reading & Member & Pick<Context, "models" | "keyring">,
  conversation: ConversationRow,
): Promise<ShownConversation> {
  const { id, title, head_id } = conversation
  const run = await findOpenRun(cx, id) // read before the calls, so that a waiting run has its calls
  const [messages, calls, settings] = await Promise.all([
    listMessages(cx, id),
    listCalls(cx, id),
    findSettings(cx, cx.workspaceId),
  ])
  const show = messageShower({ messages, calls, seen: JSON.parse(conversation.seen) as Cited[] })
  return {
    id,
    title,
    messages: branchOf(messages, head_id).map(show),
    run: showRun(run),
    outsiders: JSON.parse(conversation.outsiders) as string[],
    model: modelOf(cx, settings),
    addresses: unsealHandles(cx, id, conversation.handles_sealed),
  }
}

/** The messages of all branches, each with its parent and the facts that the model got with it. */
export async function showEveryMessage(cx: Reading, { id, seen }: ConversationRow) {
  const [messages, calls] = await Promise.all([listMessages(cx, id), listCalls(cx, id)])
  const show = messageShower({ messages, calls, seen: JSON.parse(seen) as Cited[] })
  return messages.map((message) => ({
    ...show(message),
    parentId: message.parent_id,
    ...(message.facts !== null && { facts: JSON.parse(message.facts) as Readonly<Record<string, unknown>> }),
  }))
}

/** An open run as its page shows it, else null. Only the process that works on the run knows `isThinking`. */
function showRun(run: RunRow | undefined): ShownRun | null {
  const state = run ? shownState(run) : null
  return run && state ? { id: run.id, state, isThinking: false } : null
}

function messageShower({
  messages,
  calls,
  seen,
}: {
  messages: readonly MessageRow[]
  calls: readonly CallRow[]
  seen: readonly Cited[]
}): (message: MessageRow) => ShownMessage {
  const byId = new Map(calls.map((call) => [call.id, call]))
  const siblingsOf = siblingsAmong(messages)
  return (message) => ({
    id: message.id,
    role: message.role,
    parts: (JSON.parse(message.parts) as StoredPart[]).flatMap((part) => showPart(part, { byId, seen })),
    branches: siblingsOf(message),
    createdAt: message.created_at,
    usage:
      message.input_tokens === null || message.output_tokens === null
        ? null
        : { input: message.input_tokens, output: message.output_tokens },
  })
}

function showPart(
  part: StoredPart,
  { byId, seen }: { byId: ReadonlyMap<string, CallRow>; seen: readonly Cited[] },
): ShownPart[] {
  if (part.type === "thinking") return []
  if (part.type === "text") return [{ ...part, cited: citedIn(part.text, seen) }]
  if (part.type === "summary") return [{ type: "notice", code: "summary", text: part.text, canRetry: false }]
  if (part.type !== "call") return [part]
  const call = byId.get(part.id)
  return call ? [{ type: "call", call: showCall(call) }] : []
}

/** The objects in `seen`, which the conversation has read, that a text cites as `[[kind:id]]`. */
function citedIn(text: string, seen: readonly Cited[]): readonly Cited[] {
  const named = new Set(
    [...text.matchAll(/\[\[([a-z-]{1,20}):([\w-]{1,64})\]\]/g)].map(([, kind, id]) => `${kind}:${id}`),
  )
  return named.size === 0 ? [] : seen.filter(({ kind, id }) => named.has(`${kind}:${id}`))
}

function showCall(call: CallRow): ShownCall {
  const tool = findTool(call.tool)
  const shown = JSON.parse(call.facts) as Pick<ShownCall, "facts" | "server" | "title"> & Partial<ShownCall>
  const rehearsal = JSON.parse(call.rehearsal ?? "null") as ShownCall["rehearsal"]
  const isForGood = rehearsal?.outcome === "would" && rehearsal.isForGood === true
  return {
    id: call.id,
    tool: call.tool,
    title: tool?.title ?? shown.title,
    isWrite: tool?.kind !== "read",
    state: call.state === "undoing" ? "done" : call.state,
    about: shown.about ?? [],
    arguments: JSON.parse(call.arguments) as Record<string, unknown>,
    server: shown.server,
    rehearsal,
    why: call.why,
    offers: JSON.parse(call.offers) as ShownCall["offers"],
    plan: call.plan,
    expiresAt: call.expires_at,
    summary: call.summary,
    facts: shown.facts,
    canUndo: call.state === "done" ? call.undo !== null : isAhead(call) && tool?.undo !== undefined && !isForGood,
    undoRefusal: call.undo_refusal,
  }
}

const isAhead = ({ state }: CallRow) => state === "proposed" || state === "waiting"
