export const handover = `
create table offers (
  id text not null,
  workspace_id text not null references workspaces (id),
  -- The offer's unique name in its workspace, made from its first title. Never changes.
  key text not null,
  -- The four characters of the pay link. Assigned at first publication, and never to another offer.
  short_key text,
  title text not null,
  description text,
  price_cents bigint not null,
  currency text not null,
  state text not null, -- "draft" | "published" | "archived"
  -- How many units can be sold in all; null means no limit.
  stock_limit integer,
  -- Units that are sold or held by an open checkout. Kept only with a limit; otherwise counted from purchases.
  units_taken integer not null default 0,
  suspended_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  paused_at bigint,
  -- The buyer's licence and the seller's refund terms: plain text, shown before the purchase.
  licence text,
  refund_terms text,
  -- The seller's sentence about taxes, shown under the price.
  tax_line text,
  constraint offers_workspace_key unique (workspace_id, key),
  constraint offers_units check (units_taken >= 0),
  constraint offers_pk primary key (workspace_id, id),
  constraint offers_short_key unique (short_key, workspace_id)
);
create index offers_id on offers (id);
create index offers_workspace on offers (workspace_id, created_at);

create table offer_files (
  -- The opaque public "key" of the file. A download also needs a delivery link.
  id text not null,
  workspace_id text not null,
  offer_id text not null,
  file_id text not null,
  name text,
  position integer not null,
  foreign key (workspace_id, offer_id) references offers (workspace_id, id),
  constraint offer_files_pk primary key (workspace_id, id),
  foreign key (workspace_id, file_id) references files (workspace_id, id)
);
create index offer_files_id on offer_files (id);
create index offer_files_offer on offer_files (offer_id, workspace_id, position);

create table gift_codes (
  id text not null,
  workspace_id text not null references workspaces (id),
  -- Null: valid for every offer of the workspace in the code's currency.
  offer_id text,
  -- HMAC of the canonical code. Unique in its workspace only, so that sellers cannot detect each other's codes.
  code_mac text not null,
  -- HMAC of the code without hyphens. Null: the code is found with its hyphens only.
  joined_mac text,
  -- The code itself, sealed, so that the seller can read it again.
  code_sealed text not null,
  kind text not null, -- "amount" | "full"
  -- Null for full-comp codes, which have no currency.
  currency text,
  balance_cents bigint not null default 0,
  held_cents bigint not null default 0,
  spent_cents bigint not null default 0,
  max_uses integer,
  -- Uses that are held or spent.
  uses integer not null default 0,
  starts_at bigint,
  expires_at bigint,
  disabled_at bigint,
  created_at bigint not null,
  constraint gift_codes_code unique (workspace_id, code_mac),
  constraint gift_codes_balance check (held_cents >= 0 and held_cents + spent_cents <= balance_cents),
  constraint gift_codes_uses check (uses >= 0 and (max_uses is null or uses <= max_uses)),
  constraint gift_codes_pk primary key (workspace_id, id),
  foreign key (workspace_id, offer_id) references offers (workspace_id, id)
);
create index gift_codes_id on gift_codes (id);
create index gift_codes_joined on gift_codes (workspace_id, joined_mac);
create index gift_codes_workspace on gift_codes (workspace_id, created_at);

create table purchases (
  id text not null,
  workspace_id text not null references workspaces (id),
  offer_id text not null,
  -- Null only for a gift that was redeemed without an address.
  buyer_email text,
  search_buyer text,
  -- "<offer id>:<comparable address>" while this purchase owns the offer; unique, so no address owns it twice.
  owner_key text,
  -- The idempotent request that made it (see Exchange); unique.
  request_key text,
  -- The checkout's trace (W3C Trace Context), which the receipt continues. Null if it was not traced.
  traceparent text,
  state text not null, -- "created" | "open" | "pending_async" | "paid" | "fulfilled" | "fulfil_failed" | "expired" | "failed" | "refunding" | "refunded" | "disputed" | "comped"
  price_cents bigint not null,
  discount_cents bigint not null,
  -- The amount that the processor should charge.
  amount_cents bigint not null,
  currency text not null,
  gift_code_id text,
  gift_state text, -- "held" | "spent" | "released"
  unit_taken_at bigint,
  unit_released_at bigint,
  -- JSON: title, description, terms, seller and files as they were when it was created.
  snapshot text not null,
  -- The processor account to charge: "installation", or a payment_accounts id; null when nothing is charged.
  processor_account text,
  -- Part of the processor's idempotency key. Raised after a response that the processor would otherwise repeat.
  attempt integer not null default 1,
  checkout_session_id text,
  checkout_session_expires_at bigint,
  -- The processor's id of the charge; unique.
  payment_id text,
  charged_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  -- The sum of its disputes: money at stake, returned, or lost; null without disputes. See "standingOf".
  dispute text, -- "open" | "won" | "lost"
  -- Why it ended, for the seller; no secrets.
  reason text,
  -- Part of the delivery link's MAC. Raising it makes all earlier links invalid.
  delivery_generation integer not null default 1,
  delivery_revoked_at bigint,
  receipts_sent integer not null default 0,
  -- How many downloads of its files began, and when the last of them did.
  downloads integer not null default 0,
  downloaded_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  opened_at bigint,
  -- The processor's time of the charge, or when this service noticed it, where the processor gave no time.
  paid_at bigint,
  fulfilled_at bigint,
  -- The time since which its money waits for a matching response, its delivery or its refund; null otherwise.
  unsettled_since bigint,
  -- When the reconciler checks it again; null when it need not.
  poll_at bigint,
  -- How often the processor has failed to refund it since the refund was last requested.
  refund_tries integer not null default 0,
  -- When a member or operator recorded a settlement elsewhere. Since then the reconciler leaves it alone.
  settled_outside_at bigint,
  -- HMAC of the network that opened the checkout; null once it has ended, and when nothing is charged.
  network text,
  -- The end of the lease of the request that opens the checkout or takes it over. In the past: no request has it.
  takeover_lease_until bigint,
  -- The address to which the processor returns the buyer. Null without a charge, and in rows before this column.
  return_url text,
  -- The seller's note, for the workspace's members; the account that last changed it, and when.
  note text,
  noted_by text,
  noted_at bigint,
  -- When each of these last happened. All but "revoked_at" are null in rows older than these columns.
  refund_started_at bigint,
  -- When the processor reported a refund, whole or partial.
  refunded_at bigint,
  disputed_at bigint,
  dispute_ended_at bigint,
  revoked_at bigint,
  restored_at bigint,
  refund_started_by text,
  -- The processor's id of that account ("acct_…") when the purchase was made; null where it was unknown.
  processor_id text,
  receipt_mailed_at bigint,
  -- The same from the checkout until it ends unpaid or its payment is returned; unique, so no address has two.
  checkout_key text,
  constraint purchases_pk primary key (workspace_id, id),
  foreign key (workspace_id, offer_id) references offers (workspace_id, id),
  foreign key (workspace_id, gift_code_id) references gift_codes (workspace_id, id),
  constraint purchases_owner_key unique (owner_key, workspace_id),
  constraint purchases_request_key unique (request_key, workspace_id),
  constraint purchases_checkout_session_id unique (checkout_session_id, workspace_id),
  constraint purchases_payment_id unique (payment_id, workspace_id)
);
create index purchases_id on purchases (id);
create index purchases_workspace on purchases (workspace_id, created_at);
create index purchases_charge on purchases (workspace_id, charged_cents, id);
create index purchases_offer on purchases (offer_id, buyer_email);
create index purchases_state on purchases (state, updated_at);
create index purchases_buyer on purchases (lower(buyer_email));
create index purchases_workspace_buyer on purchases (workspace_id, lower(buyer_email));
create index purchases_unsettled on purchases (unsettled_since) where unsettled_since is not null;
create index purchases_poll on purchases (poll_at) where poll_at is not null;
create unique index purchases_checkout on purchases (offer_id, lower(buyer_email), workspace_id)
  where state in ('created', 'open', 'pending_async') and network is not null;
create index purchases_unpaid on purchases (offer_id, network) where state in ('created', 'open', 'pending_async');
create index purchases_network on purchases (workspace_id, network) where state in ('created', 'open', 'pending_async');
create index purchases_gift on purchases (gift_code_id) where gift_state = 'held';
create index purchases_paid on purchases (workspace_id, paid_at) where paid_at is not null;
create index purchases_charged on purchases (processor_account, paid_at) where paid_at is not null;
create index purchases_unmailed on purchases (fulfilled_at)
  where receipt_mailed_at is null and buyer_email is not null;
create unique index purchases_checkout_key on purchases (checkout_key, workspace_id);
create index purchases_units on purchases (offer_id) where unit_taken_at is not null and unit_released_at is null;
create index purchases_bought on purchases (workspace_id, created_at) where paid_at is not null or state = 'comped';

-- The window in which a workspace's sales are counted, so that many sales share one mail.
create table sale_windows (
  workspace_id text not null primary key,
  -- 0 once its digest is being written.
  started_at bigint not null,
  sales integer not null default 0
);

create table sale_notices (
  purchase_id text not null,
  workspace_id text not null,
  -- The start of the window whose digest lists it; null for a separate mail.
  window_at bigint,
  notified_at bigint,
  created_at bigint not null,
  constraint sale_notices_pk primary key (purchase_id, workspace_id)
);
create index sale_notices_window on sale_notices (workspace_id, window_at);
create index sale_notices_age on sale_notices (created_at);

-- The pictures on pay pages: re-encoded copies.
create table covers (
  -- The last part of its public address; unguessable.
  id text not null,
  workspace_id text not null,
  offer_id text not null,
  blob_key text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  width integer not null,
  height integer not null,
  created_at bigint not null,
  -- The time at which it became its offer's only cover. Null: it is not stored yet, or no longer used.
  used_at bigint,
  foreign key (workspace_id, offer_id) references offers (workspace_id, id),
  constraint covers_pk primary key (workspace_id, id)
);
create index covers_id on covers (id);
create index covers_offer on covers (offer_id);
create unique index covers_used on covers (offer_id, workspace_id) where used_at is not null;
`
