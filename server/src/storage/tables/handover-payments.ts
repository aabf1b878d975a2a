import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Processor accounts, what the processors told us, and the money of which nobody knows what shall become of it. */
export interface HandoverPaymentTables {
  /** A workspace's own processor keys, sealed. One row of a workspace is active: complete and not disabled (unique). */
  payment_accounts: {
    id: string
    workspace_id: WorkspaceId
    secret_key_sealed: string
    publishable_key: string
    /** Null until the seller has made the webhook at the processor, for which the id has to be known. */
    webhook_secret_sealed: string | null
    created_at: number
    disabled_at: number | null
  }
  /** Webhook events as they came in; primary key (account, event_id). */
  payment_events: {
    account: string
    event_id: string
    type: string
    /** The session or charge it is about. */
    subject: string
    /** JSON of the normalised event. */
    event: string
    received_at: number
    applied_at: number | null
  }
  /**
   * How far a processor account's sessions were compared with our purchases. In a database that was restored from a
   * backup it is as old as the backup, so what was charged since is listed again.
   */
  session_listings: {
    /** `installation`, or a payment_accounts id. */
    account: string
    /** Sessions made until then have been seen, except for those that came a little late; null before the first time. */
    listed_to: number | null
    /** When the listing that is under way began, and the page that it is at; null between two listings. */
    began_at: number | null
    cursor: string | null
    next_at: number
  }
  /**
   * Money that stays unclear: what became of it is for people to find out. One open entry for each session. Entries
   * stay when they are settled, as the record of who decided what.
   */
  unclear_money: {
    id: string
    /** Null when nobody knows whose sale it is; then it is the operator's alone. */
    workspace_id: WorkspaceId | null
    /** Null when the session names a purchase that is not there. */
    purchase_id: string | null
    payment_account: string
    session_id: string
    payment_id: string | null
    buyer_email: string | null
    /** What the processor says was charged, or what was to be charged, in minor units. */
    amount_cents: number
    currency: string
    /** A sentence for seller and operator; no secrets. */
    reason: string
    refund_tries: number
    created_at: number
    /** When the workspace's owners, and those who run the installation, were told. */
    seller_mailed_at: number | null
    operator_mailed_at: number | null
    /** What somebody decided: an account, or null when it was decided by rule. */
    decision: "deliver" | "refund" | "outside" | null
    decided_by: string | null
    decided_at: number | null
    note: string | null
    settled_at: number | null
    /** What became of the money. */
    settled_as: "delivered" | "refunded" | "outside" | "unpaid" | null
  }
}
