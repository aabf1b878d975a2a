export const mails = `
-- A row for each mail to each reader, from the first try on.
create table mails (
  -- The local part of the Message-ID, the same in each try.
  id text not null primary key,
  -- The kind of the job that sends it.
  kind text not null,
  -- The job of the last try.
  job_id text,
  workspace_id text,
  -- The id of its subject, such as a purchase.
  about text not null,
  -- The reader's address in the form for comparisons ("comparableEmail").
  address text not null,
  state text not null, -- "waiting" | "taken" | "refused" | "bounced"
  -- Why it has not arrived: of the last try, or of the report that it came back.
  reason text,
  step text,
  -- The server's reply code (RFC 5321).
  code integer,
  -- The enhanced status code (RFC 3463).
  status text,
  words text,
  tries integer not null,
  bounce_token text not null,
  -- When its reader asked for mails again after it came back.
  forgiven_at bigint,
  -- When the sellers were notified of its end.
  notified_at bigint,
  created_at bigint not null,
  tried_at bigint not null,
  -- When it was taken, refused or bounced; null while it waits.
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
