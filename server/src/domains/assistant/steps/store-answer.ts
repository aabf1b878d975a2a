import type { Inside, Member, Outside } from "#access/context.ts"
import { type CallRow, storeCallAnswer, transitionCall } from "../calls/index.ts"
import { type ConversationMarks, storeMarks } from "./marks.ts"

type Answer = Pick<CallRow, "id" | "conversation_id" | "result" | "summary" | "facts">

/**
 * Stores the answer of a call, and the marks of its conversation, whose lock the caller has. Returns false, with nothing
 * changed, where the call is in another state.
 */
export async function storeAnswer(
  cx: Inside & Pick<Outside, "keyring"> & Pick<Member, "workspaceId" | "accountId" | "role">,
  { conversation_id, ...answer }: Answer,
  marks: ConversationMarks,
): Promise<boolean> {
  // A write ended in its own transaction; a read ends here.
  const isEnded = (await storeCallAnswer(cx, answer)) || (await transitionCall(cx, "complete", answer)) !== undefined
  if (isEnded) await storeMarks(cx, conversation_id, marks)
  return isEnded
}
