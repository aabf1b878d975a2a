import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Processor accounts, events from the processors, and unclear money. */
export interface HandoverPaymentTables {
  /** Addresses that members gave for a buyer whose mails do not arrive. The latest one gets the mails. */
  buyer_corrections: {
    id: string
    workspace_id: WorkspaceId
    purchase_id: string
    /** In the form in which addresses are compared. */
    email: string
    corrected_by: string
    corrected_at: number
  }
  /** A workspace's own processor keys, sealed. At most one row of a workspace is active: complete and not disabled. */
  payment_accounts: {
    id: string
    workspace_id: WorkspaceId
    secret_key_sealed: string
    publishable_key: string
    /** Null until the processor has a webhook. The webhook's address contains this row's id. */
    webhook_secret_sealed: string | null
    /** The processor's id of the webhook that this service made; null where the seller made it by hand. */
    hook_id: string | null
    /** The base of the webhook's address when it was made. */
    hook_base: string | null
    hook_fault: "right-missing" | "not-accepted" | "no-answer" | null
    hook_made_at: number | null
    hook_tried_at: number | null
    /** The end of the lease of the process that attempts it. */
    hook_lease_until: number | null
    created_at: number
    disabled_at: number | null
  }
  /** The processor's last report on a processor account. */
  processor_accounts: {
    /** `installation`, or a payment_accounts id. */
    processor_account: string
    /** A stopped account cannot charge: its offers are not for sale. */
    state: "ready" | "stopped"
    /** The processor's own id (`acct_…`). Null before the first check, and where the key may not read it. */
    processor_id: string | null
    /** JSON of the last fault: the code of its sentence, and when it happened. */
    fault: string | null
    /** JSON: the domain of the payment form, as the account last answered about it. Null until it was asked. */
    payment_domain: string | null
    checked_at: number | null
    /** When to check next; null for a removed account. */
    look_at: number | null
  }
  /** Events, from webhooks and from the processor's list; primary key (processor_account, event_id). */
  payment_events: {
    processor_account: string
    event_id: string
    type: string
    /** The session or charge it is about. */
    subject: string
    /** JSON of the normalised event. */
    event: string
    received_at: number
    applied_at: number | null
    /** How the event first arrived: `hook` as soon as its webhook did. */
    came_by: "hook" | "list"
    /** When the processor made it, by its own clock where the list brought it. */
    created_at: number
    /** When it is applied, or retried. Null once it is applied, or when it concerns nothing in this database. */
    due_at: number | null
    tries: number
  }
  /** How far a processor account's events were listed (see `checkout_session_listings`), and its webhook. */
  event_listings: {
    processor_account: string
    listed_to: number | null
    began_at: number | null
    cursor: string | null
    next_at: number
    /** When a webhook last came, to the minute. */
    hook_seen_at: number | null
    /** How many listings in a row found an event that no webhook had brought. */
    missed: number
    /** When a mail last said that the webhook is silent; null once a webhook came again. */
    notified_at: number | null
    /** The end of the lease of the process that applies this account's events. */
    lease_until: number | null
  }
  /** How far sessions were compared with purchases. A restore sets it back, so later sessions are listed again. */
  checkout_session_listings: {
    processor_account: string
    /** Sessions made before this have been seen, except a few late ones. Null before the first listing. */
    listed_to: number | null
    /** When the running listing began, and its present page; null between listings. */
    began_at: number | null
    cursor: string | null
    next_at: number
  }
  /** A charge's disputes as the processor last described them; primary key (processor_account, processor_id). */
  disputes: {
    processor_account: string
    processor_id: string
    workspace_id: WorkspaceId
    purchase_id: string
    cents: number
    currency: string
    reason: string
    state: "inquiry" | "closed" | "open" | "answered" | "won" | "lost" | "appealed" | "prevented"
    due_by: number | null
    /** When the bank opened it, by the processor's clock. */
    created_at: number
    /** When the request began that returned this state. An older response changes nothing. */
    asked_at: number
  }
  /** Money that people must decide about, one open entry for each session. Settled entries are kept as a record. */
  unclear_money: {
    id: string
    /** Null when the seller is unknown; then only operators see it. */
    workspace_id: WorkspaceId | null
    /** Null when the session names a purchase that does not exist. */
    purchase_id: string | null
    processor_account: string
    checkout_session_id: string
    payment_id: string | null
    buyer_email: string | null
    /** What was charged according to the processor, or what should have been, in minor units. */
    amount_cents: number
    currency: string
    /** A sentence for seller and operator; no secrets. */
    reason: string
    refund_tries: number
    created_at: number
    /** When the workspace's owners, and the operators, were notified. */
    seller_mailed_at: number | null
    operator_mailed_at: number | null
    /** The decision and the account that decided; that account is null when a rule decided. */
    decision: "deliver" | "refund" | "outside" | null
    decided_by: string | null
    decided_at: number | null
    note: string | null
    settled_at: number | null
    settled_as: "delivered" | "refunded" | "outside" | "unpaid" | null
  }
}
