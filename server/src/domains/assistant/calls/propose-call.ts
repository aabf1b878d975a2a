import type { Inside, Member } from "#access/context.ts"
import { type CallRow, insertCall } from "./call-store.ts"
import { transitionCall } from "./transition-call.ts"

export type ProposedCall = Omit<CallRow, "state" | "workspace_id">

/** Adds a call that a model made. A call that cannot be carried out is `refused` and recorded at once. */
export async function proposeCall(
  cx: Inside & Pick<Member, "workspaceId" | "accountId" | "role">,
  { refused, ...call }: ProposedCall & { refused?: string | undefined },
): Promise<void> {
  await insertCall(cx, { ...call, workspace_id: cx.workspaceId, state: "proposed" })
  if (refused === undefined) return
  const facts = { layer: "tool", why: refused, result: JSON.stringify({ error: refused }), summary: "Refused" }
  await transitionCall(cx, "refuse", { id: call.id, ...facts })
}
