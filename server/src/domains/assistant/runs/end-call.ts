import type { Member } from "#access/caller.ts"
import type { Inside } from "#access/context.ts"
import { recordCall } from "../record/index.ts"
import { type CallRow, type CallState, moveCall } from "./call-store.ts"

/** A call that ends, in the present transaction, and its line in the record; false when it had ended before. */
export async function endCall(
  cx: Inside & Pick<Member, "workspaceId" | "accountId" | "role">,
  id: string,
  { from, set }: { from: readonly CallState[]; set: Partial<CallRow> & { state: CallState } },
): Promise<CallRow | undefined> {
  const call = await moveCall(cx, id, { from, set })
  if (!call) return undefined
  await recordCall(cx, cx.workspaceId, {
    call_id: call.id,
    account_id: cx.accountId,
    tool: call.tool,
    arguments_digest: call.arguments_digest,
    definition_digest: call.definition_digest,
    level: call.level,
    layer: call.layer,
    decision: call.decision,
    decided_by: call.decided_by,
    decided_at: call.decided_at,
    outcome: call.state,
    role: cx.role,
  })
  return call
}
