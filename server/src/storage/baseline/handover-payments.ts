/** Processor accounts, events from the processors, and unclear money. */
export const handoverPayments = `
-- Addresses that members gave for a buyer whose mails do not arrive. The latest one gets the mails.
create table buyer_corrections (
  id text not null,
  workspace_id text not null,
  purchase_id text not null,
  -- The address in the form for comparisons ("comparableEmail").
  email text not null,
  corrected_by text not null,
  corrected_at bigint not null,
  constraint buyer_corrections_pk primary key (workspace_id, id),
  foreign key (workspace_id, purchase_id) references purchases (workspace_id, id)
);
create index buyer_corrections_purchase on buyer_corrections (workspace_id, purchase_id, corrected_at);
create index buyer_corrections_email on buyer_corrections (email);

-- A workspace's own processor keys, sealed. At most one row of a workspace is active: complete and not disabled.
create table payment_accounts (
  id text not null,
  workspace_id text not null references workspaces (id),
  secret_key_sealed text not null,
  publishable_key text not null,
  -- Null until the processor has a webhook. The webhook's address contains this row's id.
  webhook_secret_sealed text,
  created_at bigint not null,
  disabled_at bigint,
  -- The processor's id of the webhook that this service made; null where the seller made it by hand.
  hook_id text,
  -- The base of the webhook's address when it was made.
  hook_base text,
  hook_fault text, -- "right-missing" | "not-accepted" | "no-answer"
  hook_made_at bigint,
  hook_tried_at bigint,
  -- The end of the lease of the process that attempts it.
  hook_lease_until bigint,
  constraint payment_accounts_pk primary key (workspace_id, id)
);
create index payment_accounts_id on payment_accounts (id);
create unique index payment_accounts_active on payment_accounts (workspace_id)
  where webhook_secret_sealed is not null and disabled_at is null;
create index payment_accounts_hook_tried on payment_accounts (hook_tried_at)
  where hook_base is not null and disabled_at is null;
create index payment_accounts_disabled on payment_accounts (disabled_at) where disabled_at is not null;

-- Events, from webhooks and from the processor's list; primary key (processor_account, event_id).
create table payment_events (
  processor_account text not null,
  event_id text not null,
  type text not null,
  -- The session or charge it is about.
  subject text not null,
  -- JSON of the normalised event.
  event text not null,
  received_at bigint not null,
  applied_at bigint,
  -- How the event first arrived: "hook" as soon as its webhook did.
  came_by text not null default 'hook', -- "hook" | "list"
  -- When the processor made it, by its own clock where the list brought it.
  created_at bigint not null default 0,
  -- When it is applied, or retried. Null once it is applied, or when it concerns nothing in this database.
  due_at bigint,
  tries integer not null default 0,
  constraint payment_events_pk primary key (processor_account, event_id)
);
create index payment_events_subject on payment_events (processor_account, subject);
create index payment_events_age on payment_events (received_at);
create index payment_events_due on payment_events (processor_account, due_at) where due_at is not null;

-- Money that people must decide about, one open entry for each session. Settled entries are kept as a record.
create table unclear_money (
  id text not null primary key,
  -- Null when the seller is unknown; then only operators see it.
  workspace_id text references workspaces (id),
  -- Null when the session names a purchase that does not exist.
  purchase_id text,
  processor_account text not null,
  checkout_session_id text not null,
  payment_id text,
  buyer_email text,
  -- The amount that the processor charged, or should have charged, in minor units.
  amount_cents bigint not null,
  currency text not null,
  -- A sentence for seller and operator; no secrets.
  reason text not null,
  refund_tries integer not null default 0,
  created_at bigint not null,
  -- When the workspace's owners, and the operators, were notified.
  seller_mailed_at bigint,
  operator_mailed_at bigint,
  -- The decision and the account that decided; that account is null when a rule decided.
  decision text, -- "deliver" | "refund" | "outside"
  decided_by text,
  decided_at bigint,
  note text,
  settled_at bigint,
  settled_as text -- "delivered" | "refunded" | "outside" | "unpaid"
);
create unique index unclear_money_open on unclear_money (processor_account, checkout_session_id) where settled_at is null;
create index unclear_money_purchase on unclear_money (purchase_id);
create index unclear_money_workspace on unclear_money (workspace_id, created_at);

-- How far sessions were compared with purchases. A restore sets it back, so later sessions are listed again.
create table checkout_session_listings (
  processor_account text not null primary key,
  -- Sessions made before this have been seen, except a few late ones. Null before the first listing.
  listed_to bigint,
  -- When the running listing began, and its present page; null between listings.
  began_at bigint,
  cursor text,
  next_at bigint not null
);
create index checkout_session_listings_due on checkout_session_listings (next_at);

-- A charge's disputes as the processor last described them; primary key (processor_account, processor_id).
create table disputes (
  processor_account text not null,
  processor_id text not null,
  workspace_id text not null,
  purchase_id text not null,
  cents bigint not null,
  currency text not null,
  reason text not null,
  state text not null, -- "inquiry" | "closed" | "open" | "answered" | "won" | "lost" | "appealed" | "prevented"
  due_by bigint,
  -- When the bank opened it, by the processor's clock.
  created_at bigint not null,
  -- When the request began that returned this state. An older response changes nothing.
  asked_at bigint not null,
  constraint disputes_pk primary key (processor_account, processor_id, workspace_id),
  foreign key (workspace_id, purchase_id) references purchases (workspace_id, id)
);
create index disputes_purchase on disputes (purchase_id);

-- How far a processor account's events were listed (see "checkout_session_listings"), and its webhook.
create table event_listings (
  processor_account text not null primary key,
  listed_to bigint,
  began_at bigint,
  cursor text,
  next_at bigint not null default 0,
  -- When a webhook last came, to the minute.
  hook_seen_at bigint,
  -- How many listings in a row found an event that no webhook had brought.
  missed integer not null default 0,
  -- When a mail last said that the webhook is silent; null once a webhook came again.
  notified_at bigint,
  -- The end of the lease of the process that applies this account's events.
  lease_until bigint
);
create index event_listings_due on event_listings (next_at);

-- The processor's last report on a processor account.
create table processor_accounts (
  -- "installation", or a payment_accounts id.
  processor_account text not null primary key,
  -- A stopped account cannot charge: its offers are not for sale.
  state text not null, -- "ready" | "stopped"
  -- The processor's own id ("acct_…"). Null before the first check, and where the key may not read it.
  processor_id text,
  -- JSON of the last fault: the code of its sentence, and when it happened.
  fault text,
  -- JSON: the domain of the payment form, as the account last answered about it. Null until it was asked.
  payment_domain text,
  checked_at bigint,
  -- When to check next; null for a removed account.
  poll_at bigint
);
create index processor_accounts_due on processor_accounts (poll_at);

-- The account of the installation itself.
insert into processor_accounts (processor_account, state, poll_at) values ('installation', 'ready', 0);
insert into checkout_session_listings (processor_account, next_at) values ('installation', 0);
`
