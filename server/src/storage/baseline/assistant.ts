/** Conversations with the assistant, its runs, calls and permissions, and the record of them. */
export const assistant = `
-- "epoch" rises when the permissions of a workspace's assistant are narrowed. A run's write locks the row.
create table assistant_permits (
  workspace_id text not null primary key references workspaces (id) on delete cascade,
  epoch integer not null default 0
);

-- The choices of a workspace's owner. Without a row all settings have their defaults.
create table assistant_settings (
  workspace_id text not null primary key references workspaces (id) on delete cascade,
  switched_off_at bigint,
  -- The time from which text of other members counts as text of outsiders.
  strict_since bigint,
  kept_days bigint,
  member_daily_tokens bigint,
  monthly_tokens bigint,
  model_key_sealed text,
  silence_seconds bigint,
  updated_at bigint not null
);

-- An admin's choice of a tool's level for a role. Primary key (workspace_id, tool, role).
create table tool_permissions (
  workspace_id text not null references workspaces (id) on delete cascade,
  tool text not null,
  role text not null, -- "viewer" | "member" | "admin" | "owner"
  level text not null, -- "never" | "ask" | "chooses" | "always"
  constraint tool_permissions_pk primary key (workspace_id, tool, role)
);

create table permission_changes (
  id text not null,
  workspace_id text not null references workspaces (id) on delete cascade,
  account_id text not null,
  -- JSON: the changed rows with their former values.
  before text not null,
  after text not null,
  created_at bigint not null,
  constraint permission_changes_pk primary key (workspace_id, id)
);
create index permission_changes_workspace on permission_changes (workspace_id, created_at, id);
create index permission_changes_created on permission_changes (created_at);

-- Deleted with its person's membership. No other account can read it.
create table conversations (
  id text not null,
  workspace_id text not null,
  account_id text not null,
  title text not null,
  search_title text not null,
  -- The last message of the branch that the person views.
  head_id text,
  -- JSON: names of the objects with text of outsiders that were read. It only grows.
  outsiders text not null,
  -- JSON: the sources of everything that was read, "workspace" or a tool server's id. It only grows.
  sources text not null,
  -- JSON: the objects that were read. Answers may cite them.
  seen text not null,
  -- Sealed JSON: the capabilities that the conversation contains as handles.
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
  -- The message that it follows; null for the first ones. Several may follow one message: branches.
  parent_id text,
  role text not null, -- "person" | "assistant"
  run_id text,
  -- JSON.
  parts text not null,
  input_tokens integer,
  output_tokens integer,
  created_at bigint not null,
  -- JSON: facts for the model as they were when the person asked. Null for answers, and for older questions.
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
  kind text not null, -- "answer" | "undo"
  state text not null, -- "queued" | "running" | "waiting" | "done" | "stopped" | "failed"
  -- The end of the lease of the process that works on it.
  lease_until bigint,
  -- Counts the leases. Only the process with the latest one may write.
  turn integer not null default 0, -- Generated<number>
  steps integer not null default 0, -- Generated<number>
  calls integer not null default 0, -- Generated<number>
  tokens integer not null default 0, -- Generated<number>
  worked_ms integer not null default 0, -- Generated<number>
  -- The tokens that the present step has reserved and not settled, as JSON.
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
  -- The id that the model gave the call.
  wire_id text not null,
  position integer not null,
  tool text not null,
  -- Canonical JSON of the model's arguments.
  arguments text not null,
  arguments_digest text not null,
  definition_digest text not null,
  state text not null, -- "proposed" | "waiting" | "approved" | "running" | "done" | "failed" | "lost" | "declined" | "expired" | "refused" | "undoing" | "undone"
  level text not null, -- "never" | "ask" | "always"
  -- The layer that decided the level.
  layer text not null,
  why text not null,
  -- JSON: the possible decisions besides "once" and "no".
  offers text not null,
  summary text not null,
  -- JSON.
  facts text not null,
  -- Calls that are approved together.
  plan text,
  -- JSON.
  rehearsal text,
  decision text, -- "once" | "conversation" | "always" | "no" | "message"
  decided_by text,
  -- The person's text with the decision, for the model.
  word text,
  -- The result for the model: JSON without capabilities.
  result text,
  -- JSON: the call that undoes this one, and its object's state after it. Null where there is no undo.
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

-- The record: one line for each call that ended, without its text. Primary key (workspace_id, seq).
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
  role text not null, -- "viewer" | "member" | "admin" | "owner"
  previous_hash text not null,
  -- SHA-256 over the line and the previous line's hash.
  hash text not null,
  constraint assistant_entries_pk primary key (workspace_id, seq)
);
create index assistant_entries_at on assistant_entries (at);

-- A member's choice for a tool. Primary key (account_id, workspace_id, tool).
create table member_tool_choices (
  account_id text not null,
  workspace_id text not null,
  tool text not null,
  level text not null, -- "ask" | "always"
  definition_digest text not null,
  expires_at bigint not null,
  constraint member_tool_choices_pk primary key (account_id, workspace_id, tool),
  foreign key (account_id, workspace_id) references members (account_id, workspace_id) on delete cascade
);
create index member_tool_choices_expires on member_tool_choices (expires_at);

-- A tool that a person allowed for one conversation. Primary key (conversation_id, tool, workspace_id).
create table conversation_allowances (
  conversation_id text not null,
  workspace_id text not null,
  tool text not null,
  definition_digest text not null,
  constraint conversation_allowances_pk primary key (conversation_id, tool, workspace_id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade
);

-- Tokens of "member <account> <workspace>" by day, of "workspace <id>" by month, of "installation" by day.
create table assistant_spending (
  subject text not null,
  period text not null,
  tokens bigint not null default 0, -- Generated<number>
  -- Millionths of a dollar.
  micros bigint not null default 0, -- Generated<number>
  updated_at bigint not null,
  constraint assistant_spending_pk primary key (subject, period)
);
create index assistant_spending_updated on assistant_spending (updated_at);
`
