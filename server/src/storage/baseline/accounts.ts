/** People, and how they sign in. */
export const accounts = `
create table accounts (
  id text not null primary key,
  -- Canonical: trimmed and in lower case.
  email text not null unique,
  name text,
  created_at bigint not null
);

-- A sign-in that waits for its code or link. Both are MACs of its id, so the table contains no secret.
create table sign_ins (
  id text not null primary key,
  email text not null,
  -- SHA-256 of the asking browser's cookie.
  browser_hash text not null,
  -- A path of this site.
  return_to text not null,
  tries integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index sign_ins_expiry on sign_ins (expires_at);

-- Signed-in browsers. An ended session is deleted.
create table sessions (
  id text not null primary key,
  -- SHA-256 of the token in the cookie.
  hash text not null unique,
  account_id text not null references accounts (id),
  -- Such as "Firefox on Linux".
  label text not null,
  created_at bigint not null,
  -- Accurate to a minute.
  last_seen_at bigint not null,
  expires_at bigint not null
);
create index sessions_account on sessions (account_id, created_at);
create index sessions_expiry on sessions (expires_at);
create index sessions_idle on sessions (last_seen_at);

create table passkeys (
  -- The credential's id, base64url.
  id text not null primary key,
  account_id text not null references accounts (id),
  name text not null,
  -- COSE, base64url.
  public_key text not null,
  counter bigint not null default 0,
  -- JSON.
  transports text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkeys_account on passkeys (account_id, created_at);

-- Challenges for passkeys to sign, each used once.
create table passkey_challenges (
  hash text not null primary key,
  -- The asker: the account that adds a passkey, or the SHA-256 of the cookie of the browser that signs in.
  asker text not null,
  expires_at bigint not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- The operators' decisions about who may sign up. The latest row holds. Without one the setting does.
create table sign_up_decisions (
  id text not null primary key,
  sign_up text not null, -- "open" | "closed"
  decided_by text not null,
  decided_at bigint not null
);
`
