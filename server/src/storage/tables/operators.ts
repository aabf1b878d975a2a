import type { WorkspaceId } from "#kernel/workspace-id.ts"

type SubjectKind = "link" | "offer" | "workspace"

type Reason = "phishing" | "malware" | "copyright" | "illegal" | "other"

/** Reports to the operators of an installation, and the operators' decisions. */
export interface OperatorTables {
  operator_warnings: {
    name: string
    told_at: number
  }
  abuse_reports: {
    id: string
    subject_kind: SubjectKind
    subject_id: string
    /** The workspace of the subject; for a workspace, its own id. */
    workspace_id: WorkspaceId
    /** What was reported. A delivery reports its offer; uploads, shared files and docs report their workspace. */
    seen_as: "link" | "pay page" | "delivery" | "upload page" | "shared files" | "doc" | "workspace"
    reason: Reason
    words: string | null
    email: string | null
    created_at: number
    mailed_at: number | null
    closed_at: number | null
    closed_by: string | null
    outcome: "suspended" | "kept" | null
  }
  /** Suspended subjects, and when an operator lifted the suspension. A subject has at most one that is not lifted. */
  suspensions: {
    id: string
    subject_kind: SubjectKind
    subject_id: string
    workspace_id: WorkspaceId
    reason: Reason
    words: string | null
    suspended_by: string
    created_at: number
    lifted_by: string | null
    lifted_at: number | null
  }
  /** The operators' decisions about who may sign up. The latest row holds. Without one the setting does. */
  sign_up_decisions: {
    id: string
    sign_up: "open" | "closed"
    decided_by: string
    decided_at: number
  }
}
