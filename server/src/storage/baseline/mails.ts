export const mails = `
create table mails (
  id text not null primary key,
  kind text not null,
  job_id text,
  workspace_id text,
  about text not null,
  address text not null,
  state text not null,
  reason text,
  step text,
  code integer,
  status text,
  words text,
  tries integer not null,
  bounce_token text not null,
  forgiven_at bigint,
  notified_at bigint,
  created_at bigint not null,
  tried_at bigint not null,
  ended_at bigint
);
create index mails_about on mails (workspace_id, about);
create index mails_address on mails (address, tried_at);
create index mails_bounce on mails (bounce_token);
create index mails_created on mails (created_at);
create index mails_ended on mails (ended_at, bounce_token) where state in ('refused', 'bounced');
create index mails_job on mails (job_id) where state = 'waiting';
create index mails_waiting on mails (tried_at) where state = 'waiting';
`
