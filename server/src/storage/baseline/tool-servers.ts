export const toolServers = `
create table tool_servers (
  id text not null,
  workspace_id text not null references workspaces (id),
  number integer not null,
  name text not null,
  url_sealed text not null,
  auth text not null,
  credentials text not null,
  place_sealed text,
  left_out text not null,
  paused_at bigint,
  attached_by text not null,
  checked_at bigint,
  due_at bigint not null,
  failure text,
  created_at bigint not null,
  detached_at bigint,
  host text not null default '',
  constraint tool_servers_number unique (workspace_id, number),
  constraint tool_servers_pk primary key (workspace_id, id)
);
create index tool_servers_id on tool_servers (id);
create index tool_servers_due on tool_servers (due_at) where detached_at is null;

create table pinned_tools (
  server_id text not null,
  workspace_id text not null,
  name text not null,
  model_name text not null,
  pinned text,
  pinned_digest text,
  pinned_by text,
  pinned_at bigint,
  offered text,
  offered_digest text,
  refused_by text,
  constraint pinned_tools_pk primary key (server_id, name, workspace_id),
  foreign key (workspace_id, server_id) references tool_servers (workspace_id, id) on delete cascade
);

create table tool_server_tokens (
  id text not null,
  workspace_id text not null,
  server_id text not null,
  holder text not null,
  account_id text not null,
  token_sealed text not null,
  scope text,
  expires_at bigint,
  refresh_until bigint,
  version integer not null default 0,
  ended_at bigint,
  created_at bigint not null,
  constraint tool_server_tokens_pk primary key (workspace_id, id)
);
create index tool_server_tokens_id on tool_server_tokens (id);
create unique index tool_server_tokens_holder on tool_server_tokens (server_id, holder, workspace_id) where ended_at is null;
create index tool_server_tokens_account on tool_server_tokens (account_id, workspace_id);
create index tool_server_tokens_ended on tool_server_tokens (ended_at) where ended_at is not null;

create table tool_server_sign_ins (
  id text not null primary key,
  state_hash text not null unique,
  server_id text not null,
  holder text not null,
  account_id text not null,
  session_id text not null references sessions (id) on delete cascade,
  flow_sealed text not null,
  expires_at bigint not null,
  created_at bigint not null
);
create index tool_server_sign_ins_expires on tool_server_sign_ins (expires_at);
create index tool_server_sign_ins_session on tool_server_sign_ins (session_id);
create index tool_server_sign_ins_server on tool_server_sign_ins (server_id);
`
