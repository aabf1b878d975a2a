export const assistant = `
create table assistant_permits (
  workspace_id text not null primary key references workspaces (id) on delete cascade,
  epoch integer not null default 0
);

create table assistant_settings (
  workspace_id text not null primary key references workspaces (id) on delete cascade,
  switched_off_at bigint,
  strict_since bigint,
  kept_days bigint,
  member_daily_tokens bigint,
  monthly_tokens bigint,
  model_key_sealed text, silence_seconds bigint,
  updated_at bigint not null
);

create table tool_permissions (
  workspace_id text not null references workspaces (id) on delete cascade,
  tool text not null,
  role text not null,
  level text not null,
  constraint tool_permissions_pk primary key (workspace_id, tool, role)
);

create table permission_changes (
  id text not null,
  workspace_id text not null references workspaces (id) on delete cascade,
  account_id text not null,
  before text not null,
  after text not null,
  created_at bigint not null,
  constraint permission_changes_pk primary key (workspace_id, id)
);
create index permission_changes_workspace on permission_changes (workspace_id, created_at, id);
create index permission_changes_created on permission_changes (created_at);

create table conversations (
  id text not null,
  workspace_id text not null,
  account_id text not null,
  title text not null,
  search_title text not null,
  head_id text,
  outsiders text not null,
  sources text not null,
  seen text not null,
  handles_sealed text,
  created_at bigint not null,
  updated_at bigint not null,
  foreign key (account_id, workspace_id) references members (account_id, workspace_id) on delete cascade,
  constraint conversations_pk primary key (workspace_id, id)
);
create index conversations_id on conversations (id);
create index conversations_listed on conversations (account_id, workspace_id, updated_at, id);
create index conversations_updated on conversations (updated_at);

create table assistant_messages (
  id text not null,
  workspace_id text not null,
  conversation_id text not null,
  parent_id text,
  role text not null,
  run_id text,
  parts text not null,
  input_tokens integer,
  output_tokens integer,
  created_at bigint not null,
  facts text,
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade,
  constraint assistant_messages_pk primary key (workspace_id, id)
);
create index assistant_messages_id on assistant_messages (id);
create index assistant_messages_conversation on assistant_messages (conversation_id, created_at, id);

create table assistant_runs (
  id text not null,
  conversation_id text not null,
  workspace_id text not null,
  account_id text not null,
  kind text not null,
  state text not null,
  lease_until bigint,
  turn integer not null default 0,
  steps integer not null default 0,
  calls integer not null default 0,
  tokens integer not null default 0,
  worked_ms integer not null default 0,
  reserved text,
  stop_asked_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade,
  constraint assistant_runs_pk primary key (workspace_id, id)
);
create index assistant_runs_id on assistant_runs (id);
create unique index assistant_runs_open on assistant_runs (conversation_id, workspace_id)
  where state in ('queued', 'running', 'waiting');
create index assistant_runs_conversation on assistant_runs (conversation_id, created_at);
create index assistant_runs_due on assistant_runs (state, lease_until) where state in ('queued', 'running');
create index assistant_runs_person on assistant_runs (account_id, workspace_id)
  where state in ('queued', 'running', 'waiting');

create table assistant_calls (
  id text not null,
  workspace_id text not null,
  conversation_id text not null,
  run_id text not null,
  message_id text not null,
  wire_id text not null,
  position integer not null,
  tool text not null,
  arguments text not null,
  arguments_digest text not null,
  definition_digest text not null,
  state text not null,
  level text not null,
  layer text not null,
  why text not null,
  offers text not null,
  summary text not null,
  facts text not null,
  plan text,
  rehearsal text,
  decision text,
  decided_by text,
  word text,
  result text,
  undo text,
  undo_refusal text,
  decided_at bigint,
  expires_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade,
  constraint assistant_calls_pk primary key (workspace_id, id)
);
create index assistant_calls_id on assistant_calls (id);
create index assistant_calls_conversation on assistant_calls (conversation_id, created_at, id);
create index assistant_calls_waiting on assistant_calls (expires_at) where state = 'waiting';

create table assistant_chains (
  workspace_id text not null primary key references workspaces (id) on delete cascade,
  seq integer not null,
  hash text not null
);

create table assistant_entries (
  workspace_id text not null references workspaces (id) on delete cascade,
  seq integer not null,
  call_id text not null,
  account_id text not null,
  tool text not null,
  arguments_digest text not null,
  definition_digest text not null,
  level text not null,
  layer text not null,
  decision text,
  decided_by text,
  decided_at bigint,
  at bigint not null,
  outcome text not null,
  role text not null,
  previous_hash text not null,
  hash text not null,
  constraint assistant_entries_pk primary key (workspace_id, seq)
);
create index assistant_entries_at on assistant_entries (at);

create table member_tool_choices (
  account_id text not null,
  workspace_id text not null,
  tool text not null,
  level text not null,
  definition_digest text not null,
  expires_at bigint not null,
  constraint member_tool_choices_pk primary key (account_id, workspace_id, tool),
  foreign key (account_id, workspace_id) references members (account_id, workspace_id) on delete cascade
);
create index member_tool_choices_expires on member_tool_choices (expires_at);

create table conversation_allowances (
  conversation_id text not null,
  workspace_id text not null,
  tool text not null,
  definition_digest text not null,
  constraint conversation_allowances_pk primary key (conversation_id, tool, workspace_id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade
);

create table assistant_spending (
  subject text not null,
  period text not null,
  tokens bigint not null default 0,
  micros bigint not null default 0,
  updated_at bigint not null,
  constraint assistant_spending_pk primary key (subject, period)
);
create index assistant_spending_updated on assistant_spending (updated_at);
`
