import {
  type AssistantTool,
  branchOf,
  type CallRow,
  type ConversationMarks,
  type ConversationRow,
  findConversation,
  findRunMember,
  listCalls,
  listMessages,
  listServerTools,
  type MessageRow,
  type RunRow,
  readMarks,
  type StoredPart,
  tools,
} from "#domains/assistant/on-demand.ts"
import type { Engine } from "./engine.ts"

export type RunMember = NonNullable<Awaited<ReturnType<typeof findRunMember>>>

export type RunMessage = Omit<MessageRow, "parts"> & { readonly parts: readonly StoredPart[] }

/** The stored state that a run depends on. */
export interface RunState extends ConversationMarks {
  readonly run: RunRow
  readonly member: RunMember
  readonly conversation: ConversationRow
  /** The messages of the shown branch, which the run continues. */
  readonly messages: readonly RunMessage[]
  /** The calls of all branches, in the order in which they were proposed. */
  readonly calls: readonly CallRow[]
  /** All built-in tools, and the person's tools of tool servers, sorted by name. */
  readonly tools: readonly AssistantTool[]
}

export function toolOf({ tools }: Pick<RunState, "tools">, name: string): AssistantTool | undefined {
  return tools.find((tool) => tool.name === name)
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
    ...readMarks(cx, conversation),
    tools: serverTools.length === 0 ? tools : [...tools, ...serverTools].sort(byName),
  }
}

const byName = (a: AssistantTool, b: AssistantTool) => (a.name < b.name ? -1 : 1)
