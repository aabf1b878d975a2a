import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** What can be reported and suspended. */
type SubjectKind = "link" | "offer" | "workspace"

/** Why something is reported or suspended. */
type Reason = "phishing" | "malware" | "copyright" | "illegal" | "other"

/** What those who run the installation are told, and what they decide. */
export interface OperatorTables {
  /** What operators were warned of. */
  operator_warnings: {
    name: string
    told_at: number
  }
  /** What anybody reported. An open one waits for an operator. */
  abuse_reports: {
    id: string
    subject_kind: SubjectKind
    subject_id: string
    /** Whose it is; of a workspace, its own id. */
    workspace_id: WorkspaceId
    /** What kind of address was reported; a delivery stands for its offer, uploads, shared files and docs for their workspace. */
    seen_as: "link" | "pay page" | "delivery" | "upload page" | "shared files" | "doc" | "workspace"
    reason: Reason
    /** What the reporter wrote. */
    words: string | null
    /** Where the reporter wants an answer. */
    email: string | null
    created_at: number
    /** When the operators were told. */
    mailed_at: number | null
    closed_at: number | null
    closed_by: string | null
    outcome: "suspended" | "kept" | null
  }
  /** What operators suspended, and when they lifted it; at most one of a subject is not lifted. */
  suspensions: {
    id: string
    subject_kind: SubjectKind
    subject_id: string
    workspace_id: WorkspaceId
    reason: Reason
    /** What its members are told beside the reason. */
    words: string | null
    suspended_by: string
    created_at: number
    lifted_by: string | null
    lifted_at: number | null
  }
  /** Who may make an account, as operators decided; the latest row holds. Without one the setting does. */
  sign_up_decisions: {
    id: string
    sign_up: "open" | "closed"
    decided_by: string
    decided_at: number
  }
}
