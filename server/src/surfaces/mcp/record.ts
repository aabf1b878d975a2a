import { hash } from "node:crypto"
import type { Inside } from "#access/context.ts"
import type { AuditEntry } from "#domains/connections/index.ts"
import { recordAgentWrite } from "#domains/connections/index.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import { newOrderedId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { AuditBatch } from "./audit-batch.ts"

/** The one line that a call leaves on its connection's record. */
export interface CallRecord {
  /** Where the call acts, once that is known. */
  workspaceId: WorkspaceId | null
  /** Writes the line in the transaction of a write, with its answer; it may run again. */
  recordWrite(cx: Inside, output: unknown): Promise<void>
  /** Says how the call ended; unless the line was written with the call's own effect, the batch writes it. */
  end(outcome: string): void
}

export type Recorded = Required<Pick<AuditEntry, "grantId" | "accountId" | "workspaceId" | "tool" | "requestId" | "at">>

/** Opens the record of a call. Its id is fixed here, so that however often it is written there is one line. */
export function openRecord(batch: AuditBatch, call: Recorded, args: unknown): CallRecord {
  const { workspaceId, ...rest } = call
  const entry = { ...rest, id: newOrderedId("audit", call.at), argumentsDigest: digestOf(args) }
  let isWritten = false
  const record: CallRecord = {
    workspaceId,
    async recordWrite(cx, output) {
      const line = { ...entry, workspaceId: record.workspaceId, outcome: "ok", thing: thingIn(output) }
      await recordAgentWrite(cx, line, batch.tell)
      isWritten = true
    },
    end(outcome) {
      if (!isWritten || outcome !== "ok") batch.add({ ...entry, workspaceId: record.workspaceId, outcome })
    },
  }
  return record
}

/** The id of what a tool made, as its answer names it. */
function thingIn(output: unknown): string {
  return typeof output === "object" && output !== null && "id" in output ? String(output.id) : ""
}

/** SHA-256 of the arguments in canonical JSON: it tells whether two calls were the same, and nothing else. */
export function digestOf(args: unknown): string {
  return hash("sha256", canonicalJson(args), "hex")
}
