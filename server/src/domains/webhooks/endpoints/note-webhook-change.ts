import type { Context, Member } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"

type Change = "created" | "changed" | "removed" | "secret_shown" | "secret_rotated" | "switched_off" | "switched_on"

export function noteWebhookChange(cx: Context<Member>, reason: Change): void {
  const { accountId, workspaceId, network } = cx
  recordSecurityEvent(cx, "webhook_changed", { accountId, workspaceId, reason, network })
}
