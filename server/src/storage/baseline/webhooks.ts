/** Events of workspaces, and their way to the endpoints of developers. */
export const webhooks = `
create table webhook_endpoints (
  id text not null,
  workspace_id text not null references workspaces (id) on delete cascade,
  -- Sealed: an address may contain a secret.
  url_sealed text not null,
  host text not null,
  description text not null,
  -- JSON: the types that it wants; "["*"]" for all.
  types text not null,
  -- The date of the payloads' format, as it was when the endpoint was made.
  version text not null,
  secret_sealed text not null,
  -- The secret before the last rotation. Signs along until "old_until".
  old_secret_sealed text,
  old_until bigint,
  private_key_sealed text not null,
  public_key text not null,
  -- Events of the workspace up to this change number are not for it, except its tests. 0 until its first test arrived.
  since bigint not null,
  -- The last event that became a delivery or was skipped.
  cursor_seq bigint not null,
  cursor_nth bigint not null,
  -- When the first test arrived at its address. Before that, only tests are sent.
  confirmed_at bigint,
  -- When the first failure after the last success began.
  failing_since bigint,
  -- Failed tries since the last success.
  failures bigint not null default 0, -- Generated<number>
  -- When owners and admins were mailed that it has been failing for a day.
  warned_at bigint,
  -- Until this time the lane "late-hooks" serves the endpoint: its last response was slow or failed.
  slow_until bigint,
  -- The receiver asked for no request before this time.
  rests_until bigint,
  -- The run that sends to it now, and how long it may. One run at a time keeps a subject's events in order.
  lease text,
  leased_until bigint,
  disabled_at bigint,
  -- "listener": no job sends to it, but the command "atelier listen".
  disabled_for text, -- "hand" | "gone" | "failing" | "listener"
  made_by text,
  created_at bigint not null,
  updated_at bigint not null,
  constraint webhook_endpoints_pk primary key (workspace_id, id)
);
create index webhook_endpoints_id on webhook_endpoints (id);
create index webhook_endpoints_old on webhook_endpoints (old_until) where old_until is not null;

-- The events of a workspace that an endpoint wants. Primary key (workspace_id, seq, nth).
create table events (
  id text not null,
  workspace_id text not null references workspaces (id) on delete cascade,
  -- The number of its transaction's last change.
  seq bigint not null,
  -- Its place among the events of its transaction, from 0.
  nth bigint not null,
  type text not null,
  -- The id of the thing that it is about. An endpoint gets a subject's events in order.
  subject text not null,
  -- JSON, sent byte for byte.
  data text not null,
  -- The endpoint of a test. Null: all that want its type.
  only_for text,
  occurred_at bigint not null,
  constraint events_pk primary key (workspace_id, seq, nth),
  constraint events_id unique (workspace_id, id)
);
create index events_occurred on events (occurred_at);
create index events_of_subject on events (workspace_id, subject, seq, nth);
create index events_joined on events (subject) where type = 'member.joined';

-- An event on its way to an endpoint. Primary key (workspace_id, endpoint_id, seq, nth).
create table webhook_deliveries (
  workspace_id text not null,
  endpoint_id text not null,
  seq bigint not null,
  nth bigint not null,
  event_id text not null,
  subject text not null,
  -- The time of the next try. Of each endpoint and subject only the oldest open delivery, the head, has one.
  due_at bigint,
  -- 1: further events of its subject, up to the endpoint's cursor, become deliveries when it ends.
  holds_more bigint not null default 0, -- Generated<number>
  tries bigint not null default 0, -- Generated<number>
  ended_at bigint,
  outcome text, -- "delivered" | "failed"
  -- The time at which a member asked to send it again, and the member. It then has no place in its strand.
  again_at bigint,
  again_by text,
  created_at bigint not null,
  constraint webhook_deliveries_pk primary key (workspace_id, endpoint_id, seq, nth),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id) on delete cascade
);
create unique index webhook_deliveries_head on webhook_deliveries (workspace_id, endpoint_id, subject) where due_at is not null;
create index webhook_deliveries_due on webhook_deliveries (workspace_id, endpoint_id, due_at) where due_at is not null;
create index webhook_deliveries_open on webhook_deliveries (workspace_id, endpoint_id, subject, seq, nth) where ended_at is null;
create index webhook_deliveries_again on webhook_deliveries (workspace_id, endpoint_id, again_at) where again_at is not null;
create index webhook_deliveries_failed on webhook_deliveries (workspace_id, endpoint_id, seq, nth) where outcome = 'failed';

create table webhook_attempts (
  id text not null,
  workspace_id text not null,
  endpoint_id text not null,
  event_id text not null,
  began_at bigint not null,
  ms bigint not null,
  -- Null when no response came.
  status bigint,
  fault text,
  -- The beginning of the response's body, 1 kB, for a week.
  answer text,
  -- The member who sent the event again. Null: the schedule.
  asked_by text,
  constraint webhook_attempts_pk primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id) on delete cascade
);
create index webhook_attempts_event on webhook_attempts (workspace_id, endpoint_id, event_id, began_at);
create index webhook_attempts_endpoint on webhook_attempts (workspace_id, endpoint_id, began_at);
create index webhook_attempts_began on webhook_attempts (began_at);
create index webhook_attempts_answered on webhook_attempts (began_at) where answer is not null;
`
