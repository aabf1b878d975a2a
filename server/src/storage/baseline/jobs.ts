/** Work that follows a commit (the outbox). */
export const jobs = `
-- A finished job is deleted. A dead one is kept for 90 days.
create table jobs (
  id text not null primary key,
  kind text not null,
  payload text not null,
  -- At most one waiting job may have a key (a unique index over those); null means no limit.
  dedupe_key text,
  -- When it is due. While it runs, when its lease ends and it would be due again.
  run_at bigint not null,
  -- How often it was started.
  attempts integer not null default 0,
  -- The id of the run that has it; null while it waits.
  lease text,
  dead_at bigint,
  last_error text,
  created_at bigint not null,
  -- The lane whose slots it uses; see "laneOf".
  lane text not null default 'files',
  -- The span that enqueued it (W3C Trace Context). Null if that was not traced.
  traceparent text
);
create unique index jobs_waiting_once on jobs (dedupe_key) where lease is null and dead_at is null;
create index jobs_dead on jobs (dead_at) where dead_at is not null;
create index jobs_lane_due on jobs (lane, run_at) where dead_at is null;
create index jobs_leased on jobs (run_at) where lease is not null;
`
