export const transport = `
-- One row per request that carried an Idempotency-Key.
create table idempotency_keys (
  -- HMAC of method, concrete path, caller and key.
  id text not null primary key,
  -- HMAC of version and canonical JSON of the validated body.
  fingerprint text not null,
  -- While it runs: when another request may take over. Otherwise null.
  lease_until bigint,
  -- Raised with each execution. Only the latest execution may store the answer.
  run integer not null,
  -- Sealed JSON {status, body}; null while there is no final answer.
  answer text,
  created_at bigint not null
);
create index idempotency_keys_age on idempotency_keys (created_at);
`
