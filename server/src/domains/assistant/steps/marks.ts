import type { Inside, Outside } from "#access/context.ts"
import type { Cited } from "#contract/shown.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import {
  type ConversationRow,
  findConversation,
  lockAndReadConversation,
  updateConversation,
} from "../conversations/index.ts"
import { type Handles, sealHandles, unsealHandles } from "../handles.ts"
import type { RunRow } from "../runs/index.ts"
import { lockConversationAndLease } from "./lease.ts"
import { markSecondHand } from "./second-hand-store.ts"

/** Facts about the texts that answers of tools have brought into a conversation. */
export interface ConversationMarks {
  /** Names of the sources with text of people outside the workspace. */
  readonly outsiders: readonly string[]
  readonly sources: readonly string[]
  readonly seen: readonly Cited[]
  readonly handles: Handles
}

type Sealing = Pick<Outside, "keyring">

export function readMarks(cx: Sealing, conversation: ConversationRow): ConversationMarks {
  return {
    outsiders: JSON.parse(conversation.outsiders) as string[],
    sources: JSON.parse(conversation.sources) as string[],
    seen: JSON.parse(conversation.seen) as Cited[],
    handles: unsealHandles(cx, conversation.id, conversation.handles_sealed),
  }
}

/** Locks a conversation and reads its marks, so that a call can add to them. Undefined when it was deleted. */
export async function lockMarks(cx: Inside & Sealing, conversationId: string): Promise<ConversationMarks | undefined> {
  const conversation = await lockAndReadConversation(cx, conversationId)
  return conversation && readMarks(cx, conversation)
}

/** Replaces the marks of a conversation whose lock the caller has. */
export async function storeMarks(cx: Inside & Sealing, id: string, marks: ConversationMarks): Promise<void> {
  await updateConversation(cx, id, {
    outsiders: JSON.stringify(marks.outsiders),
    sources: JSON.stringify(marks.sources),
    seen: JSON.stringify(marks.seen),
    handles_sealed: sealHandles(cx, id, marks.handles),
  })
}

/** Stores the secrets of a run's conversation. @throws LeaseLost */
export async function storeHandles(cx: Inside & Sealing, run: RunRow, handles: Handles): Promise<void> {
  const { conversation_id: id } = run
  await lockConversationAndLease(cx, run)
  await updateConversation(cx, id, { handles_sealed: sealHandles(cx, id, handles) })
}

/**
 * Marks written objects if their conversation has read text of outsiders. They may repeat that text, so a conversation
 * that reads them has read text of outsiders too. `outsiders` has been read before the write; a parallel call may have
 * added to it since.
 */
export async function passMarksOn(
  cx: Inside,
  { id, workspaceId, outsiders }: { id: string; workspaceId: WorkspaceId; outsiders: ConversationMarks["outsiders"] },
  objectIds: readonly string[],
): Promise<void> {
  const hasRead = outsiders.length > 0 || (await findConversation(cx, id))?.outsiders !== "[]"
  if (hasRead) await markSecondHand(cx, workspaceId, objectIds)
}
