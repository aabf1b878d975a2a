export const webhooks = `
create table webhook_endpoints (
  id text not null,
  workspace_id text not null references workspaces (id) on delete cascade,
  url_sealed text not null,
  host text not null,
  description text not null,
  types text not null,
  version text not null,
  secret_sealed text not null,
  old_secret_sealed text,
  old_until bigint,
  private_key_sealed text not null,
  public_key text not null,
  since bigint not null,
  cursor_seq bigint not null,
  cursor_nth bigint not null,
  confirmed_at bigint,
  failing_since bigint,
  failures bigint not null default 0,
  warned_at bigint,
  slow_until bigint,
  rests_until bigint,
  lease text,
  leased_until bigint,
  disabled_at bigint,
  disabled_for text,
  made_by text,
  created_at bigint not null,
  updated_at bigint not null,
  constraint webhook_endpoints_pk primary key (workspace_id, id)
);
create index webhook_endpoints_id on webhook_endpoints (id);
create index webhook_endpoints_old on webhook_endpoints (old_until) where old_until is not null;

create table events (
  id text not null,
  workspace_id text not null references workspaces (id) on delete cascade,
  seq bigint not null,
  nth bigint not null,
  type text not null,
  subject text not null,
  data text not null,
  only_for text,
  occurred_at bigint not null,
  constraint events_pk primary key (workspace_id, seq, nth),
  constraint events_id unique (workspace_id, id)
);
create index events_occurred on events (occurred_at);
create index events_of_subject on events (workspace_id, subject, seq, nth);
create index events_joined on events (subject) where type = 'member.joined';

create table webhook_deliveries (
  workspace_id text not null,
  endpoint_id text not null,
  seq bigint not null,
  nth bigint not null,
  event_id text not null,
  subject text not null,
  due_at bigint,
  holds_more bigint not null default 0,
  tries bigint not null default 0,
  ended_at bigint,
  outcome text,
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
  status bigint,
  fault text,
  answer text,
  asked_by text,
  constraint webhook_attempts_pk primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id) on delete cascade
);
create index webhook_attempts_event on webhook_attempts (workspace_id, endpoint_id, event_id, began_at);
create index webhook_attempts_endpoint on webhook_attempts (workspace_id, endpoint_id, began_at);
create index webhook_attempts_began on webhook_attempts (began_at);
create index webhook_attempts_answered on webhook_attempts (began_at) where answer is not null;
`
