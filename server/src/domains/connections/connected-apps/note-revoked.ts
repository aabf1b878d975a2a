import type { Context, Person } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"

export function noteRevoked(cx: Context<Person>, ids: readonly string[]): void {
  const about = { accountId: cx.accountId, reason: "revoked", network: cx.network }
  for (const connectionId of ids) recordSecurityEvent(cx, "connection_ended", { ...about, connectionId })
}
