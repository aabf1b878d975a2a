import type { Context, Member } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"

type Change = "attached" | "detached" | "paused" | "resumed" | "reviewed" | "signed_in" | "signed_out"

export function noteServerChange(cx: Context<Member>, reason: Change): void {
  const { accountId, workspaceId, network } = cx
  recordSecurityEvent(cx, "tool_server_changed", { accountId, workspaceId, reason, network })
}
