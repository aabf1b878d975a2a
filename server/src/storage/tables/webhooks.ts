import type { Generated } from "kysely"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Events of workspaces, and their way to the endpoints of developers. */
export interface WebhookTables {
  webhook_endpoints: {
    id: string
    workspace_id: WorkspaceId
    /** Sealed: an address may contain a secret. */
    url_sealed: string
    host: string
    description: string
    /** JSON: the types that it wants; `["*"]` for all. */
    types: string
    /** The date of the payloads' format, as it was when the endpoint was made. */
    version: string
    secret_sealed: string
    /** The secret before the last rotation. Signs along until `old_until`. */
    old_secret_sealed: string | null
    old_until: number | null
    private_key_sealed: string
    public_key: string
    /** Events of the workspace up to this change number are not for it, except its tests. 0 until its first test arrived. */
    since: number
    /** The last event that became a delivery or was skipped. */
    cursor_seq: number
    cursor_nth: number
    /** When the first test arrived at its address. Before that, only tests are sent. */
    confirmed_at: number | null
    /** When the first failure after the last success began. */
    failing_since: number | null
    /** Failed tries since the last success. */
    failures: Generated<number>
    /** When owners and admins were mailed that it has been failing for a day. */
    warned_at: number | null
    /** Until then it is served by the lane `late-hooks`: its last response was slow or failed. */
    slow_until: number | null
    /** The receiver asked for no request before. */
    rests_until: number | null
    /** The run that sends to it now, and how long it may. One run at a time keeps a subject's events in order. */
    lease: string | null
    leased_until: number | null
    disabled_at: number | null
    /** `listener`: no job sends to it, but the command `atelier listen`. */
    disabled_for: "hand" | "gone" | "failing" | "listener" | null
    made_by: string | null
    created_at: number
    updated_at: number
  }
  /** What happened in a workspace, if an endpoint wants it. Primary key (workspace_id, seq, nth). */
  events: {
    id: string
    workspace_id: WorkspaceId
    /** The number of its transaction's last change. */
    seq: number
    /** Its place among the events of its transaction, from 0. */
    nth: number
    type: string
    /** The id of the thing that it is about. An endpoint gets a subject's events in order. */
    subject: string
    /** JSON, sent byte for byte. */
    data: string
    /** The endpoint of a test. Null: all that want its type. */
    only_for: string | null
    occurred_at: number
  }
  /** An event on its way to an endpoint. Primary key (workspace_id, endpoint_id, seq, nth). */
  webhook_deliveries: {
    workspace_id: WorkspaceId
    endpoint_id: string
    seq: number
    nth: number
    event_id: string
    subject: string
    /** When it is tried next. Of each endpoint and subject only the oldest open delivery, the head, has one. */
    due_at: number | null
    /** 1: further events of its subject, up to the endpoint's cursor, become deliveries when it ends. */
    holds_more: Generated<number>
    tries: Generated<number>
    ended_at: number | null
    outcome: "delivered" | "failed" | null
    /** When a member asked to send it once more, and who did. It has no place in its strand then. */
    again_at: number | null
    again_by: string | null
    created_at: number
  }
  webhook_attempts: {
    id: string
    workspace_id: WorkspaceId
    endpoint_id: string
    event_id: string
    began_at: number
    ms: number
    /** Null when no response came. */
    status: number | null
    fault: string | null
    /** The beginning of the response's body, 1 kB, for a week. */
    answer: string | null
    /** The member who sent the event again. Null: the schedule. */
    asked_by: string | null
  }
}
