import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Offers, gift codes, purchases, and how the seller is told of them. */
export interface HandoverTables {
  /** What a seller sells. */
  offers: {
    id: string
    workspace_id: WorkspaceId
    /** The offer's name inside its workspace, made from its first title; unique there, never changes. */
    key: string
    /** The four characters of the pay link; given at first publication, never given to another offer. */
    short_key: string | null
    title: string
    description: string | null
    price_cents: number
    currency: string
    state: "draft" | "published" | "archived"
    /** How many can be sold in all; null is without limit. */
    stock_limit: number | null
    /** How many are sold or held by an open checkout. */
    units_taken: number
    suspended_at: number | null
    created_at: number
    updated_at: number
  }
  /** Every short key that was ever given, so that none is given again, even when its offer is gone for good. */
  short_keys: {
    short_key: string
    offer_id: string
    created_at: number
  }
  offer_files: {
    /** The opaque public `key` of the file; a download needs a delivery link as well. */
    id: string
    offer_id: string
    file_id: string
    name: string | null
    position: number
  }
  gift_codes: {
    id: string
    workspace_id: WorkspaceId
    /** Null: good for every offer of the workspace that is priced in the code's currency. */
    offer_id: string | null
    /** HMAC of the canonical code; unique in its workspace, so that nobody learns of another seller's codes. */
    code_mac: string
    /** The code itself, sealed, so that the seller can read it again. */
    code_sealed: string
    kind: "amount" | "full"
    /** Null for full-comp codes that are bound to no currency. */
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
    /** `<offer id>:<comparable address>` while this purchase owns the offer; unique, so nobody owns one twice. */
    owner_key: string | null
    /** Names the idempotent request that made it (see Exchange); unique. */
    request_key: string | null
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
    /** What the processor is asked to charge. */
    amount_cents: number
    currency: string
    gift_code_id: string | null
    gift_state: "held" | "spent" | "released" | null
    /** When it took one of the offer's units, and when it gave it back. */
    unit_taken_at: number | null
    unit_released_at: number | null
    /** JSON: title, description, seller and files as they were when it was made. */
    snapshot: string
    /** Which processor account is charged: `installation`, or a payment_accounts id; null when nothing is charged. */
    payment_account: string | null
    /** Part of the processor's idempotency key; goes up after an answer that the processor would only repeat. */
    attempt: number
    /**
     * Where the processor leads the buyer back to, as it was asked for. Null when nothing is charged, and in rows from
     * before it was kept.
     */
    return_url: string | null
    session_id: string | null
    session_expires_at: number | null
    /** HMAC of the client network that opened the checkout; null once it is over, and for what is never charged. */
    network: string | null
    /** Until when another browser is busy taking this checkout over: who else finds it ended leaves it alone. In the
     * past: nobody is busy with it any more, not even who was to open it. */
    takeover_until: number | null
    /** The processor's name for the charge; unique. */
    payment_id: string | null
    charged_cents: number
    refunded_cents: number
    /** What became of a dispute; an open one is forgotten only when it is won or lost. */
    dispute: "open" | "won" | "lost" | null
    /** Why it ended as it did, for the seller; no secrets. */
    reason: string | null
    /** Part of the delivery link's MAC; going up ends every link given before. */
    delivery_generation: number
    delivery_revoked_at: number | null
    receipts_sent: number
    created_at: number
    updated_at: number
    opened_at: number | null
    paid_at: number | null
    fulfilled_at: number | null
    /** Since when its money waits for an answer that fits, for its delivery or for its way back; null when none does. */
    unsettled_since: number | null
    /** When the reconciler asks about it again although nothing has happened; null when it need not. */
    look_again_at: number | null
    /** How often the processor has failed to pay it back since that was last asked for. */
    refund_tries: number
    /** When somebody said that its money was settled elsewhere; from then on it is left alone. */
    settled_outside_at: number | null
  }
  /** The hour in which a workspace's sales are counted, to collect what comes fast. */
  sale_windows: {
    workspace_id: WorkspaceId
    /** 0 once its digest is being written. */
    started_at: number
    sales: number
  }
  /** How the seller is told of a sale. */
  sale_notices: {
    purchase_id: string
    workspace_id: WorkspaceId
    /** The start of the window whose digest names it; null for one that has a mail of its own. */
    window_at: number | null
    /** When the digest was sent. */
    told_at: number | null
    created_at: number
  }
}
