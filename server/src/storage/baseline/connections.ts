/** The rights that people have granted to agents, and the record of their use. */
export const connections = `
-- An authorization request that waits for its person to sign in and decide.
create table authorization_requests (
  id text not null primary key,
  client_id text not null,
  redirect_uri text not null,
  -- Space-separated.
  scope text not null,
  state text,
  code_challenge text not null,
  resource text not null,
  created_at bigint not null,
  expires_at bigint not null,
  decided_at bigint,
  -- The grant that the consent made; null before the decision, and after a refusal.
  grant_id text
);
create index authorization_requests_expiry on authorization_requests (expires_at);

-- A person's grant to an agent: each row is a connected app.
create table grants (
  id text not null primary key,
  account_id text not null references accounts (id),
  client_id text not null,
  -- Null: all workspaces of the person; then "default_workspace_id" is used when a call names none.
  workspace_id text references workspaces (id),
  default_workspace_id text not null references workspaces (id), -- WorkspaceId
  scope text not null,
  resource text not null,
  redirect_uri text not null,
  created_at bigint not null,
  last_used_at bigint,
  revoked_at bigint,
  revoked_reason text,
  -- The grant ends then (180 days), even if it is refreshed.
  expires_at bigint not null,
  -- For a grant for every workspace: ids of the workspaces that it no longer includes, a space before each.
  left_out text not null default '',
  -- The app's own name in its last "initialize".
  program text
);
create index grants_account on grants (account_id, created_at);
create index grants_expiry on grants (expires_at);

create table authorization_codes (
  -- SHA-256 of the code.
  hash text not null primary key,
  grant_id text not null references grants (id),
  redirect_uri text not null,
  code_challenge text not null,
  expires_at bigint not null,
  used_at bigint
);
create index authorization_codes_expiry on authorization_codes (expires_at);
create index authorization_codes_grant on authorization_codes (grant_id);

create table access_tokens (
  hash text not null primary key,
  grant_id text not null references grants (id),
  scope text not null,
  expires_at bigint not null
);
create index access_tokens_expiry on access_tokens (expires_at);
create index access_tokens_grant on access_tokens (grant_id);

create table refresh_tokens (
  hash text not null primary key,
  grant_id text not null references grants (id),
  scope text not null,
  created_at bigint not null,
  expires_at bigint not null,
  -- When it was exchanged for its successor, which is an HMAC of it; null before.
  rotated_at bigint,
  successor_hash text
);
create index refresh_tokens_expiry on refresh_tokens (expires_at);
create index refresh_tokens_grant on refresh_tokens (grant_id, expires_at);

create table audit_entries (
  id text not null primary key,
  grant_id text not null references grants (id),
  account_id text not null references accounts (id),
  workspace_id text references workspaces (id),
  tool text not null,
  -- SHA-256 of the canonical arguments.
  arguments_digest text not null,
  outcome text not null,
  request_id text not null,
  created_at bigint not null,
  -- The id of the thing that a write made; empty when it has none. Null when nothing was written.
  thing text
);
create index audit_entries_grant on audit_entries (grant_id, created_at);
create index audit_entries_age on audit_entries (created_at);
create index audit_entries_writes on audit_entries (workspace_id, created_at) where thing is not null;
`
