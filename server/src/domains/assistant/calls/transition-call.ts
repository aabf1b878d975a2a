import type { Inside, Member } from "#access/context.ts"
import { recordCall } from "../record/index.ts"
import { type CallFacts, type CallRow, moveCall } from "./call-store.ts"
import { type CallTransition, effectsOfCall } from "./lifecycle.ts"

/**
 * Moves a call along one transition and applies all its effects from the table in `lifecycle.ts`. Returns undefined,
 * with nothing changed, when its state does not allow it.
 * @param facts columns that the caller sets. They override the table.
 */
export async function transitionCall(
  cx: Inside & Pick<Member, "workspaceId" | "accountId" | "role">,
  name: CallTransition,
  { id, ...facts }: CallFacts & { id: string },
): Promise<CallRow | undefined> {
  const call = await moveCall(cx, name, { id, ...facts })
  if (!call || !effectsOfCall(name).records) return call
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
