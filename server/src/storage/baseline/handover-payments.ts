export const handoverPayments = `
create table buyer_corrections (
  id text not null,
  workspace_id text not null,
  purchase_id text not null,
  email text not null,
  corrected_by text not null,
  corrected_at bigint not null,
  constraint buyer_corrections_pk primary key (workspace_id, id),
  foreign key (workspace_id, purchase_id) references purchases (workspace_id, id)
);
create index buyer_corrections_purchase on buyer_corrections (workspace_id, purchase_id, corrected_at);
create index buyer_corrections_email on buyer_corrections (email);

create table payment_accounts (
  id text not null,
  workspace_id text not null references workspaces (id),
  secret_key_sealed text not null,
  publishable_key text not null,
  webhook_secret_sealed text,
  created_at bigint not null,
  disabled_at bigint,
  hook_id text,
  hook_base text,
  hook_fault text,
  hook_made_at bigint,
  hook_tried_at bigint,
  hook_lease_until bigint,
  constraint payment_accounts_pk primary key (workspace_id, id)
);
create index payment_accounts_id on payment_accounts (id);
create unique index payment_accounts_active on payment_accounts (workspace_id)
  where webhook_secret_sealed is not null and disabled_at is null;
create index payment_accounts_hook_tried on payment_accounts (hook_tried_at)
  where hook_base is not null and disabled_at is null;
create index payment_accounts_disabled on payment_accounts (disabled_at) where disabled_at is not null;

create table payment_events (
  processor_account text not null,
  event_id text not null,
  type text not null,
  subject text not null,
  event text not null,
  received_at bigint not null,
  applied_at bigint,
  came_by text not null default 'hook',
  created_at bigint not null default 0,
  due_at bigint,
  tries integer not null default 0,
  constraint payment_events_pk primary key (processor_account, event_id)
);
create index payment_events_subject on payment_events (processor_account, subject);
create index payment_events_age on payment_events (received_at);
create index payment_events_due on payment_events (processor_account, due_at) where due_at is not null;

create table unclear_money (
  id text not null primary key,
  workspace_id text references workspaces (id),
  purchase_id text,
  processor_account text not null,
  checkout_session_id text not null,
  payment_id text,
  buyer_email text,
  amount_cents bigint not null,
  currency text not null,
  reason text not null,
  refund_tries integer not null default 0,
  created_at bigint not null,
  seller_mailed_at bigint,
  operator_mailed_at bigint,
  decision text,
  decided_by text,
  decided_at bigint,
  note text,
  settled_at bigint,
  settled_as text
);
create unique index unclear_money_open on unclear_money (processor_account, checkout_session_id) where settled_at is null;
create index unclear_money_purchase on unclear_money (purchase_id);
create index unclear_money_workspace on unclear_money (workspace_id, created_at);

create table checkout_session_listings (
  processor_account text not null primary key,
  listed_to bigint,
  began_at bigint,
  cursor text,
  next_at bigint not null
);
create index checkout_session_listings_due on checkout_session_listings (next_at);

create table disputes (
  processor_account text not null,
  processor_id text not null,
  workspace_id text not null,
  purchase_id text not null,
  cents bigint not null,
  currency text not null,
  reason text not null,
  state text not null,
  due_by bigint,
  created_at bigint not null,
  asked_at bigint not null,
  constraint disputes_pk primary key (processor_account, processor_id, workspace_id),
  foreign key (workspace_id, purchase_id) references purchases (workspace_id, id)
);
create index disputes_purchase on disputes (purchase_id);

create table event_listings (
  processor_account text not null primary key,
  listed_to bigint,
  began_at bigint,
  cursor text,
  next_at bigint not null default 0,
  hook_seen_at bigint,
  missed integer not null default 0,
  notified_at bigint,
  lease_until bigint
);
create index event_listings_due on event_listings (next_at);

create table processor_accounts (
  processor_account text not null primary key,
  state text not null,
  processor_id text,
  fault text,
  payment_domain text,
  checked_at bigint,
  look_at bigint
);
create index processor_accounts_due on processor_accounts (look_at);

-- The account of the installation itself.
insert into processor_accounts (processor_account, state, look_at) values ('installation', 'ready', 0);
insert into checkout_session_listings (processor_account, next_at) values ('installation', 0);
`
