import type { WorkspaceId } from "#kernel/workspace-id.ts"

export interface MailTables {
  /** A row for each mail to each reader, from the first try on. */
  mails: {
    /** The local part of the Message-ID, the same in each try. */
    id: string
    /** The kind of the job that sends it. */
    kind: string
    /** The job of the last try. */
    job_id: string | null
    workspace_id: WorkspaceId | null
    /** The id of its subject, such as a purchase. */
    about: string
    /** In the form in which addresses are compared. */
    address: string
    state: "waiting" | "taken" | "refused" | "bounced"
    /** Why it has not arrived: of the last try, or of the report that it came back. */
    reason: string | null
    step: string | null
    /** The server's reply code (RFC 5321). */
    code: number | null
    /** The enhanced status code (RFC 3463). */
    status: string | null
    words: string | null
    tries: number
    bounce_token: string
    /** When its reader asked for mails again after it came back. */
    forgiven_at: number | null
    /** When the sellers were notified of its end. */
    notified_at: number | null
    created_at: number
    tried_at: number
    /** When it was taken, refused or bounced; null while it waits. */
    ended_at: number | null
  }
}
