import { z } from "zod"
import type { Member } from "#access/caller.ts"
import type { Context, Outside } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { recordsFor } from "./domain-records.ts"
import type { Domain } from "./domain-store.ts"

/** A custom domain for members of its workspace. */
export const domain = z.object({
  id: z.string(),
  hostname: z.string(),
  state: z
    .enum(["waiting", "attached", "failing"])
    .describe("`waiting`: the records were not found yet. `failing`: attached, but they are missing now."),
  records: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe("The two TXT records that have to be there, and stay."),
})

/** Converts a row for members of its workspace. */
export function toDomain(cx: Pick<Outside, "keyring">, row: Domain): z.input<typeof domain> {
  const { id, hostname, workspace_id, verified_at, failing_since } = row
  const state = verified_at === null ? "waiting" : failing_since === null ? "attached" : "failing"
  return { id, hostname, state, records: recordsFor(cx, workspace_id, hostname) }
}

/** Logs to the security log that a domain was attached or detached. */
export function noteChange(cx: Context<Member>, reason: string): void {
  const { accountId, workspaceId, network } = cx
  recordSecurityEvent(cx, "domain_changed", { accountId, workspaceId, reason, network })
}
