/** External servers whose tools a workspace's assistant may use. JSON is text that the store parses. */
export const toolServers = `
create table tool_servers (
  id text not null,
  workspace_id text not null references workspaces (id),
  -- Part of the names of its tools. The workspace never assigns it to another server.
  number integer not null,
  name text not null,
  -- The address, sealed: it may contain a token. Empty once the server was detached.
  url_sealed text not null,
  auth text not null, -- "none" | "bearer" | "oauth"
  credentials text not null, -- "personal" | "shared"
  -- Sealed JSON: where members sign in, and as which client. Null before that is known, and without sign-in.
  place_sealed text,
  -- JSON: the tools that were left out, with the reason.
  left_out text not null,
  paused_at bigint,
  attached_by text not null,
  checked_at bigint,
  due_at bigint not null,
  -- This service's code for the last failure; null while the server works.
  failure text,
  created_at bigint not null,
  -- When it was detached. The row stays, so that its number is not used again.
  detached_at bigint,
  -- The host of the address, with its port. Members see no other part of the address.
  host text not null default '',
  constraint tool_servers_number unique (workspace_id, number),
  constraint tool_servers_pk primary key (workspace_id, id)
);
create index tool_servers_id on tool_servers (id);
create index tool_servers_due on tool_servers (due_at) where detached_at is null;

-- A tool's reviewed definition, and its server's present one. Primary key (server_id, name, workspace_id).
create table pinned_tools (
  server_id text not null,
  workspace_id text not null,
  name text not null,
  -- The tool's name for models; unique in its workspace.
  model_name text not null,
  -- JSON: the reviewed definition; null before the review.
  pinned text,
  pinned_digest text,
  pinned_by text,
  pinned_at bigint,
  -- JSON: the server's last definition; null once the server no longer has the tool.
  offered text,
  offered_digest text,
  -- The model that refused this definition, and so gets no such tool; null while none did.
  refused_by text,
  constraint pinned_tools_pk primary key (server_id, name, workspace_id),
  foreign key (workspace_id, server_id) references tool_servers (workspace_id, id) on delete cascade
);

-- Credentials for a server. An ended one is no longer used, and waits to be revoked at the server.
create table tool_server_tokens (
  id text not null,
  workspace_id text not null,
  server_id text not null,
  -- The account that may use it, or "workspace" for all members.
  holder text not null,
  -- The account that signed in or typed it.
  account_id text not null,
  -- Sealed JSON: the tokens, and the authorization server that issued them.
  token_sealed text not null,
  scope text,
  expires_at bigint,
  refresh_until bigint,
  -- Counts the refreshes.
  version integer not null default 0, -- Generated<number>
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
  -- SHA-256 of the state that the redirect back contains.
  state_hash text not null unique,
  server_id text not null,
  holder text not null,
  account_id text not null,
  session_id text not null references sessions (id) on delete cascade,
  -- Sealed JSON: the PKCE verifier, and where the code is redeemed.
  flow_sealed text not null,
  expires_at bigint not null,
  created_at bigint not null
);
create index tool_server_sign_ins_expires on tool_server_sign_ins (expires_at);
create index tool_server_sign_ins_session on tool_server_sign_ins (session_id);
create index tool_server_sign_ins_server on tool_server_sign_ins (server_id);
`
