import { hash } from "node:crypto"
import type { Inside } from "#access/context.ts"
import type { AuditEntry } from "#domains/connections/index.ts"
import { recordAgentWrite } from "#domains/connections/index.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import { newOrderedId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { AuditBatch } from "./audit-batch.ts"

/** The audit line of a call, exactly one. */
export interface CallRecord {
  workspaceId: WorkspaceId | null
  /** Writes the line in the transaction of a write, with its answer. May run again when the transaction does. */
  recordWrite(cx: Inside, output: unknown): Promise<void>
  /** Sets the call's outcome. The batch writes the line unless the call's transaction has. */
  end(outcome: string): void
}

type Recorded = Required<Pick<AuditEntry, "grantId" | "accountId" | "workspaceId" | "tool" | "requestId" | "at">>

/** Opens the record of a call. The line's id is fixed here, so writing it repeatedly leaves one line. */
export function openRecord(batch: AuditBatch, call: Recorded, args: unknown): CallRecord {
  const { workspaceId, ...rest } = call
  const entry = { ...rest, id: newOrderedId("audit", call.at), argumentsDigest: digestOf(args) }
  let isWritten = false
  const record: CallRecord = {
    workspaceId,
    async recordWrite(cx, output) {
      if (hasFound(output)) return
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

/** Whether a write found that the wished thing existed, and wrote nothing. */
const hasFound = (output: unknown) => typeof output === "object" && output !== null && "alreadyExisted" in output

function thingIn(output: unknown): string {
  return typeof output === "object" && output !== null && "id" in output ? String(output.id) : ""
}

/** SHA-256 of the arguments in canonical JSON. It only shows whether two calls had the same arguments. */
function digestOf(args: unknown): string {
  const json = canonicalJson(args)
  return json === "{}" ? digestOfNone : hash("sha256", json, "hex")
}

const digestOfNone = hash("sha256", "{}", "hex")
