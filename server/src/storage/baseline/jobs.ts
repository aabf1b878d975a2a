export const jobs = `
create table jobs (
  id text not null primary key,
  kind text not null,
  payload text not null,
  dedupe_key text,
  run_at bigint not null,
  attempts integer not null default 0,
  lease text,
  dead_at bigint,
  last_error text,
  created_at bigint not null,
  lane text not null default 'files',
  traceparent text
);
create unique index jobs_waiting_once on jobs (dedupe_key) where lease is null and dead_at is null;
create index jobs_dead on jobs (dead_at) where dead_at is not null;
create index jobs_lane_due on jobs (lane, run_at) where dead_at is null;
create index jobs_leased on jobs (run_at) where lease is not null;
`
