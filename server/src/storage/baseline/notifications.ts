export const notifications = `
create table notifications (
  id text not null,
  workspace_id text not null,
  account_id text not null,
  kind text not null,
  happening text not null,
  line text not null,
  thing text,
  words text not null,
  needed_role text not null,
  count integer not null default 0,
  listed_at bigint,
  read_at bigint,
  open_until bigint,
  tell_at bigint,
  told_at bigint,
  mailed_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  foreign key (account_id, workspace_id) references members (account_id, workspace_id) on delete cascade,
  constraint notifications_pk primary key (workspace_id, id)
);
create index notifications_id on notifications (id);
create index notifications_listed on notifications (account_id, updated_at, id);
create index notifications_updated on notifications (updated_at);
create index notifications_unread on notifications (account_id) where read_at is null and listed_at is not null;
create index notifications_untold on notifications (workspace_id, line) where tell_at is not null;
create unique index notifications_open on notifications (workspace_id, line, account_id) where open_until is not null;

create table notification_choices (
  account_id text not null references accounts (id),
  kind text not null,
  app text,
  mail text,
  push text,
  updated_at bigint not null,
  constraint notification_choices_pk primary key (account_id, kind)
);

create table push_subscriptions (
  id text not null primary key,
  account_id text not null references accounts (id),
  session_id text not null unique references sessions (id) on delete cascade,
  endpoint_hash text not null unique,
  target_sealed text not null,
  failing_since bigint,
  created_at bigint not null
);
create index push_subscriptions_account on push_subscriptions (account_id);

create table push_keys (
  id text not null primary key,
  public_key text not null,
  private_key_sealed text not null,
  created_at bigint not null
);
`
