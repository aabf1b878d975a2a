export const handover = `
create table offers (
  id text not null,
  workspace_id text not null references workspaces (id),
  key text not null,
  short_key text,
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
  constraint offers_units check (units_taken >= 0),
  constraint offers_pk primary key (workspace_id, id),
  constraint offers_short_key unique (short_key, workspace_id)
);
create index offers_id on offers (id);
create index offers_workspace on offers (workspace_id, created_at);

create table offer_files (
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
  offer_id text,
  code_mac text not null,
  joined_mac text,
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
  buyer_email text,
  search_buyer text,
  owner_key text,
  request_key text,
  traceparent text,
  state text not null,
  price_cents bigint not null,
  discount_cents bigint not null,
  amount_cents bigint not null,
  currency text not null,
  gift_code_id text,
  gift_state text,
  unit_taken_at bigint,
  unit_released_at bigint,
  snapshot text not null,
  processor_account text,
  attempt integer not null default 1,
  checkout_session_id text,
  checkout_session_expires_at bigint,
  payment_id text,
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
create index purchases_look on purchases (look_again_at) where look_again_at is not null;
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

create table sale_windows (
  workspace_id text not null primary key,
  started_at bigint not null,
  sales integer not null default 0
);

create table sale_notices (
  purchase_id text not null,
  workspace_id text not null,
  window_at bigint,
  notified_at bigint,
  created_at bigint not null,
  constraint sale_notices_pk primary key (purchase_id, workspace_id)
);
create index sale_notices_window on sale_notices (workspace_id, window_at);
create index sale_notices_age on sale_notices (created_at);

create table covers (
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
  used_at bigint,
  foreign key (workspace_id, offer_id) references offers (workspace_id, id),
  constraint covers_pk primary key (workspace_id, id)
);
create index covers_id on covers (id);
create index covers_offer on covers (offer_id);
create unique index covers_used on covers (offer_id, workspace_id) where used_at is not null;
`
