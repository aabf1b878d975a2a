import type { WorkspaceId } from "#kernel/workspace-id.ts"

export interface HandoverTables {
  offers: {
    id: string
    workspace_id: WorkspaceId
    /** The offer's unique name in its workspace, made from its first title. Never changes. */
    key: string
    /** The four characters of the pay link. Assigned at first publication, and never to another offer. */
    short_key: string | null
    title: string
    description: string | null
    price_cents: number
    currency: string
    state: "draft" | "published" | "archived"
    /** How many units can be sold in all; null means no limit. */
    stock_limit: number | null
    /** Units that are sold or held by an open checkout. Kept only with a limit; otherwise counted from purchases. */
    units_taken: number
    paused_at: number | null
    suspended_at: number | null
    /** The buyer's licence and the seller's refund terms: plain text, shown before the purchase. */
    licence: string | null
    refund_terms: string | null
    /** The seller's sentence about taxes, shown under the price. */
    tax_line: string | null
    created_at: number
    updated_at: number
  }
  offer_files: {
    /** The opaque public `key` of the file. A download also needs a delivery link. */
    id: string
    workspace_id: WorkspaceId
    offer_id: string
    file_id: string
    name: string | null
    position: number
  }
  /** The pictures on pay pages: re-encoded copies. */
  covers: {
    /** The last part of its public address; unguessable. */
    id: string
    workspace_id: WorkspaceId
    offer_id: string
    blob_key: string
    content_type: string
    size_bytes: number
    sha256: string
    width: number
    height: number
    created_at: number
    /** Since when it is its offer's only cover. Null: it is not stored yet, or no longer used. */
    used_at: number | null
  }
  gift_codes: {
    id: string
    workspace_id: WorkspaceId
    /** Null: valid for every offer of the workspace in the code's currency. */
    offer_id: string | null
    /** HMAC of the canonical code. Unique in its workspace only, so that sellers cannot detect each other's codes. */
    code_mac: string
    /** HMAC of the code without hyphens. Null: the code is found with its hyphens only. */
    joined_mac: string | null
    /** The code itself, sealed, so that the seller can read it again. */
    code_sealed: string
    kind: "amount" | "full"
    /** Null for full-comp codes, which have no currency. */
    currency: string | null
    balance_cents: number
    held_cents: number
    spent_cents: number
    max_uses: number | null
    /** Uses that are held or spent. */
    uses: number
    starts_at: number | null
    expires_at: number | null
    disabled_at: number | null
    created_at: number
  }
  purchases: {
    id: string
    workspace_id: WorkspaceId
    offer_id: string
    /** Null only for a gift that was redeemed without an address. */
    buyer_email: string | null
    search_buyer: string | null
    /** `<offer id>:<comparable address>` while this purchase owns the offer; unique, so no address owns it twice. */
    owner_key: string | null
    /** The same from the checkout until it ends unpaid or its payment is returned; unique, so no address has two. */
    checkout_key: string | null
    /** The idempotent request that made it (see Exchange); unique. */
    request_key: string | null
    /** The checkout's trace (W3C Trace Context), which the receipt continues. Null if it was not traced. */
    traceparent: string | null
    state:
      | "created"
      | "open"
      | "pending_async"
      | "paid"
      | "fulfilled"
      | "fulfil_failed"
      | "expired"
      | "failed"
      | "refunding"
      | "refunded"
      | "disputed"
      | "comped"
    price_cents: number
    discount_cents: number
    /** The amount that the processor should charge. */
    amount_cents: number
    currency: string
    gift_code_id: string | null
    gift_state: "held" | "spent" | "released" | null
    unit_taken_at: number | null
    unit_released_at: number | null
    /** JSON: title, description, terms, seller and files as they were when it was created. */
    snapshot: string
    /** The processor account to charge: `installation`, or a payment_accounts id; null when nothing is charged. */
    processor_account: string | null
    /** The processor's id of that account (`acct_…`) when the purchase was made; null where it was unknown. */
    processor_id: string | null
    /** Part of the processor's idempotency key. Raised after a response that the processor would otherwise repeat. */
    attempt: number
    /** Where the processor returns the buyer. Null when nothing is charged, and in rows older than this column. */
    return_url: string | null
    checkout_session_id: string | null
    checkout_session_expires_at: number | null
    /** HMAC of the network that opened the checkout; null once it has ended, and when nothing is charged. */
    network: string | null
    /** The end of the lease of the request that opens the checkout or takes it over. In the past: no request has it. */
    takeover_lease_until: number | null
    /** The processor's id of the charge; unique. */
    payment_id: string | null
    charged_cents: number
    refunded_cents: number
    /** The sum of its disputes: money at stake, returned, or lost; null without disputes. See `standingOf`. */
    dispute: "open" | "won" | "lost" | null
    /** Why it ended, for the seller; no secrets. */
    reason: string | null
    /** Part of the delivery link's MAC. Raising it makes all earlier links invalid. */
    delivery_generation: number
    delivery_revoked_at: number | null
    receipts_sent: number
    /** How many downloads of its files began, and when the last of them did. */
    downloads: number
    downloaded_at: number | null
    receipt_mailed_at: number | null
    created_at: number
    updated_at: number
    opened_at: number | null
    /** The processor's time of the charge, or when this service noticed it, where the processor gave no time. */
    paid_at: number | null
    fulfilled_at: number | null
    /** Since when its money has waited for a matching response, its delivery or its refund; null when it does not. */
    unsettled_since: number | null
    /** When the reconciler checks it again; null when it need not. */
    look_again_at: number | null
    /** How often the processor has failed to refund it since the refund was last requested. */
    refund_tries: number
    /** When a member or operator recorded a settlement elsewhere. Since then the reconciler leaves it alone. */
    settled_outside_at: number | null
    /** The seller's note, for the workspace's members; the account that last changed it, and when. */
    note: string | null
    noted_at: number | null
    noted_by: string | null
    /** When each of these last happened. All but `revoked_at` are null in rows older than these columns. */
    refund_started_at: number | null
    refund_started_by: string | null
    /** When the processor reported a refund, whole or partial. */
    refunded_at: number | null
    disputed_at: number | null
    dispute_ended_at: number | null
    revoked_at: number | null
    restored_at: number | null
  }
  /** The window in which a workspace's sales are counted, so that many sales share one mail. */
  sale_windows: {
    workspace_id: WorkspaceId
    /** 0 once its digest is being written. */
    started_at: number
    sales: number
  }
  sale_notices: {
    purchase_id: string
    workspace_id: WorkspaceId
    /** The start of the window whose digest lists it; null for a separate mail. */
    window_at: number | null
    notified_at: number | null
    created_at: number
  }
}
