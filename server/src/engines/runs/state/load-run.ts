import {
  type AssistantTool,
  branchOf,
  type CallRow,
  type Cited,
  type ConversationRow,
  findConversation,
  findRunMember,
  type Handles,
  listCalls,
  listMessages,
  listServerTools,
  type MessageRow,
  type RunRow,
  type StoredPart,
  tools,
  unsealHandles,
} from "#domains/assistant/on-demand.ts"
import type { Engine } from "./engine.ts"

export type RunMember = NonNullable<Awaited<ReturnType<typeof findRunMember>>>

export type Message = Omit<MessageRow, "parts"> & { readonly parts: readonly StoredPart[] }

export interface RunState {
  readonly run: RunRow
  readonly member: RunMember
  readonly conversation: ConversationRow
  /** The messages of the shown branch, which the run continues. */
  readonly messages: readonly Message[]
  /** The calls of all branches, in the order in which they were proposed. */
  readonly calls: readonly CallRow[]
  readonly outsiders: readonly string[]
  readonly sources: readonly string[]
  readonly seen: readonly Cited[]
  readonly handles: Handles
  /** All built-in tools, and the person's tools of tool servers, sorted by name. */
  readonly tools: readonly AssistantTool[]
}

export function toolOf({ tools }: Pick<RunState, "tools">, name: string): AssistantTool | undefined {
  return tools.find((tool) => tool.name === name)
}

type Read = Pick<RunState, "outsiders" | "sources" | "seen" | "handles">

export function readOf({ app }: Pick<Engine, "app">, conversation: ConversationRow): Read {
  return {
    outsiders: JSON.parse(conversation.outsiders) as string[],
    sources: JSON.parse(conversation.sources) as string[],
    seen: JSON.parse(conversation.seen) as Cited[],
    handles: unsealHandles(app, conversation.id, conversation.handles_sealed),
  }
}

/** Reads the state of a run; undefined when the person has left the workspace, or the conversation is deleted. */
export async function loadRun(engine: Engine, run: RunRow): Promise<RunState | undefined> {
  const { cx } = engine
  const whose = { workspaceId: run.workspace_id, accountId: run.account_id }
  const [conversation, member, messages, calls, serverTools] = await Promise.all([
    findConversation(cx, run.conversation_id),
    findRunMember(cx, run),
    listMessages(cx, run.conversation_id),
    listCalls(cx, run.conversation_id),
    listServerTools(cx, whose),
  ])
  if (!conversation || !member) return undefined
  const branch = branchOf(messages, conversation.head_id)
  return {
    run,
    member,
    conversation,
    messages: branch.map((message) => ({ ...message, parts: JSON.parse(message.parts) as StoredPart[] })),
    calls,
    ...readOf(engine, conversation),
    tools: serverTools.length === 0 ? tools : [...tools, ...serverTools].sort(byName),
  }
}

const byName = (a: AssistantTool, b: AssistantTool) => (a.name < b.name ? -1 : 1)
