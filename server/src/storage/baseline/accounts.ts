export const accounts = `
create table accounts (
  id text not null primary key,
  email text not null unique,
  name text,
  created_at bigint not null
);

create table sign_ins (
  id text not null primary key,
  email text not null,
  browser_hash text not null,
  return_to text not null,
  tries integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index sign_ins_expiry on sign_ins (expires_at);

create table sessions (
  id text not null primary key,
  hash text not null unique,
  account_id text not null references accounts (id),
  label text not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null
);
create index sessions_account on sessions (account_id, created_at);
create index sessions_expiry on sessions (expires_at);
create index sessions_idle on sessions (last_seen_at);

create table passkeys (
  id text not null primary key,
  account_id text not null references accounts (id),
  name text not null,
  public_key text not null,
  counter bigint not null default 0,
  transports text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkeys_account on passkeys (account_id, created_at);

create table passkey_challenges (
  hash text not null primary key,
  asker text not null,
  expires_at bigint not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
`
