/** Members' notifications, their choices about them, and the browsers that show them. */
export const notifications = `
-- A row for each line in a member's list. Deleted with the membership.
create table notifications (
  id text not null,
  workspace_id text not null,
  account_id text not null,
  -- The kind that members switch on and off.
  kind text not null,
  -- The event that the line is about. A kind has several.
  happening text not null,
  -- Groups events into one row while that is open: the event, and its subject where the subject matters.
  line text not null,
  -- The id of its subject, to which the line links.
  thing text,
  -- JSON: the subject's name at the last event.
  words text not null,
  needed_role text not null, -- "viewer" | "member" | "admin" | "owner"
  count integer not null default 0,
  -- Null where it is only mailed or pushed.
  listed_at bigint,
  read_at bigint,
  -- The time until which further events join the line; null once it was read or a new line replaced it.
  open_until bigint,
  -- When it is mailed or pushed; null when it is neither.
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

-- A person's choices about a kind; null where they chose nothing. Primary key (account_id, kind).
create table notification_choices (
  account_id text not null references accounts (id),
  kind text not null,
  app text, -- "on" | "off"
  mail text, -- "on" | "off"
  push text, -- "on" | "off"
  updated_at bigint not null,
  constraint notification_choices_pk primary key (account_id, kind)
);

-- Browsers that show notifications, one for each session. Deleted with the session.
create table push_subscriptions (
  id text not null primary key,
  account_id text not null references accounts (id),
  session_id text not null unique references sessions (id) on delete cascade,
  endpoint_hash text not null unique,
  -- The endpoint and the browser's keys, sealed JSON.
  target_sealed text not null,
  -- The time since which every push to it has failed.
  failing_since bigint,
  created_at bigint not null
);
create index push_subscriptions_account on push_subscriptions (account_id);

-- The key pair that signs messages to browsers (RFC 8292). There is one row.
create table push_keys (
  id text not null primary key,
  public_key text not null,
  private_key_sealed text not null,
  created_at bigint not null
);
`
