export const handover = `
create table offers (
  id text not null primary key,
  workspace_id text not null references workspaces (id),
  key text not null,
  short_key text unique,
  title text not null,
  description text,
  price_cents bigint not null,
  currency text not null,
  state text not null,
  stock_limit integer,
  units_taken integer not null default 0,
  suspended_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  paused_at bigint,
  licence text,
  refund_terms text,
  tax_line text,
  constraint offers_workspace_key unique (workspace_id, key),
  constraint offers_units check (units_taken >= 0)
);
create index offers_workspace on offers (workspace_id, created_at);

create table short_keys (
  short_key text not null primary key,
  offer_id text not null,
  created_at bigint not null
);

create table offer_files (
  id text not null primary key,
  offer_id text not null references offers (id),
  file_id text not null references files (id),
  name text,
  position integer not null
);
create index offer_files_offer on offer_files (offer_id, position);

create table gift_codes (
  id text not null primary key,
  workspace_id text not null references workspaces (id),
  offer_id text references offers (id),
  code_mac text not null,
  code_sealed text not null,
  kind text not null,
  currency text,
  balance_cents bigint not null default 0,
  held_cents bigint not null default 0,
  spent_cents bigint not null default 0,
  max_uses integer,
  uses integer not null default 0,
  starts_at bigint,
  expires_at bigint,
  disabled_at bigint,
  created_at bigint not null,
  constraint gift_codes_code unique (workspace_id, code_mac),
  constraint gift_codes_balance check (held_cents >= 0 and held_cents + spent_cents <= balance_cents),
  constraint gift_codes_uses check (uses >= 0 and (max_uses is null or uses <= max_uses))
);
create index gift_codes_workspace on gift_codes (workspace_id, created_at);

create table purchases (
  id text not null primary key,
  workspace_id text not null references workspaces (id),
  offer_id text not null references offers (id),
  buyer_email text,
  owner_key text unique,
  request_key text unique,
  state text not null,
  price_cents bigint not null,
  discount_cents bigint not null,
  amount_cents bigint not null,
  currency text not null,
  gift_code_id text references gift_codes (id),
  gift_state text,
  unit_taken_at bigint,
  unit_released_at bigint,
  snapshot text not null,
  processor_account text,
  attempt integer not null default 1,
  checkout_session_id text unique,
  checkout_session_expires_at bigint,
  payment_id text unique,
  charged_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  dispute text,
  reason text,
  delivery_generation integer not null default 1,
  delivery_revoked_at bigint,
  receipts_sent integer not null default 0,
  downloads integer not null default 0,
  downloaded_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  opened_at bigint,
  paid_at bigint,
  fulfilled_at bigint,
  unsettled_since bigint,
  look_again_at bigint,
  refund_tries integer not null default 0,
  settled_outside_at bigint,
  network text,
  takeover_lease_until bigint,
  return_url text,
  note text,
  noted_by text,
  noted_at bigint,
  refund_started_at bigint,
  refunded_at bigint,
  disputed_at bigint,
  dispute_ended_at bigint,
  revoked_at bigint,
  restored_at bigint,
  refund_started_by text,
  processor_id text,
  receipt_mailed_at bigint,
  checkout_key text
);
create index purchases_workspace on purchases (workspace_id, created_at);
create index purchases_charge on purchases (workspace_id, charged_cents, id);
create index purchases_offer on purchases (offer_id, buyer_email);
create index purchases_state on purchases (state, updated_at);
create index purchases_buyer on purchases (lower(buyer_email));
create index purchases_workspace_buyer on purchases (workspace_id, lower(buyer_email));
create index purchases_unsettled on purchases (unsettled_since) where unsettled_since is not null;
create index purchases_look on purchases (look_again_at) where look_again_at is not null;
create unique index purchases_checkout on purchases (offer_id, lower(buyer_email))
  where state in ('created', 'open', 'pending_async') and network is not null;
create index purchases_unpaid on purchases (offer_id, network) where state in ('created', 'open', 'pending_async');
create index purchases_gift on purchases (gift_code_id) where gift_state = 'held';
create index purchases_paid on purchases (workspace_id, paid_at) where paid_at is not null;
create index purchases_charged on purchases (processor_account, paid_at) where paid_at is not null;
create index purchases_unmailed on purchases (fulfilled_at)
  where receipt_mailed_at is null and buyer_email is not null;
create unique index purchases_checkout_key on purchases (checkout_key);
create index purchases_units on purchases (offer_id) where unit_taken_at is not null and unit_released_at is null;
create index purchases_bought on purchases (workspace_id, created_at) where paid_at is not null or state = 'comped';

create table sale_windows (
  workspace_id text not null primary key,
  started_at bigint not null,
  sales integer not null default 0
);

create table sale_notices (
  purchase_id text not null primary key,
  workspace_id text not null,
  window_at bigint,
  notified_at bigint,
  created_at bigint not null
);
create index sale_notices_window on sale_notices (workspace_id, window_at);
create index sale_notices_age on sale_notices (created_at);

create table covers (
  id text not null primary key,
  offer_id text not null references offers (id),
  blob_key text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  width integer not null,
  height integer not null,
  created_at bigint not null,
  used_at bigint
);
create index covers_offer on covers (offer_id);
create unique index covers_used on covers (offer_id) where used_at is not null;
`
