export const connections = `
create table authorization_requests (
  id text not null primary key,
  client_id text not null,
  redirect_uri text not null,
  scope text not null,
  state text,
  code_challenge text not null,
  resource text not null,
  created_at bigint not null,
  expires_at bigint not null,
  decided_at bigint,
  grant_id text
);
create index authorization_requests_expiry on authorization_requests (expires_at);

create table grants (
  id text not null primary key,
  account_id text not null references accounts (id),
  client_id text not null,
  workspace_id text references workspaces (id),
  default_workspace_id text not null references workspaces (id),
  scope text not null,
  resource text not null,
  redirect_uri text not null,
  created_at bigint not null,
  last_used_at bigint,
  revoked_at bigint,
  revoked_reason text,
  expires_at bigint not null,
  left_out text not null default '',
  program text
);
create index grants_account on grants (account_id, created_at);
create index grants_expiry on grants (expires_at);

create table authorization_codes (
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
  arguments_digest text not null,
  outcome text not null,
  request_id text not null,
  created_at bigint not null,
  thing text
);
create index audit_entries_grant on audit_entries (grant_id, created_at);
create index audit_entries_age on audit_entries (created_at);
create index audit_entries_writes on audit_entries (workspace_id, created_at) where thing is not null;
`
