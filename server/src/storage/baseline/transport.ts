export const transport = `
create table idempotency_keys (
  id text not null primary key,
  fingerprint text not null,
  lease_until bigint,
  run integer not null,
  answer text,
  created_at bigint not null
);
create index idempotency_keys_age on idempotency_keys (created_at);
`
