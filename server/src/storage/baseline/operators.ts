export const operators = `
create table abuse_reports (
  id text not null,
  subject_kind text not null,
  subject_id text not null,
  workspace_id text not null references workspaces (id),
  seen_as text not null,
  reason text not null,
  words text,
  email text,
  created_at bigint not null,
  mailed_at bigint,
  closed_at bigint,
  closed_by text,
  outcome text,
  constraint abuse_reports_pk primary key (workspace_id, id)
);
create index abuse_reports_id on abuse_reports (id);
create index abuse_reports_created on abuse_reports (created_at, id);
create index abuse_reports_closed on abuse_reports (closed_at);
create index abuse_reports_mailed on abuse_reports (mailed_at);

create table suspensions (
  id text not null,
  subject_kind text not null,
  subject_id text not null,
  workspace_id text not null references workspaces (id),
  reason text not null,
  words text,
  suspended_by text not null,
  created_at bigint not null,
  lifted_by text,
  lifted_at bigint,
  constraint suspensions_pk primary key (workspace_id, id)
);
create index suspensions_id on suspensions (id);
create index suspensions_created on suspensions (created_at, id);
create unique index suspensions_standing on suspensions (subject_kind, subject_id, workspace_id) where lifted_at is null;

create table sign_up_decisions (
  id text not null primary key,
  sign_up text not null,
  decided_by text not null,
  decided_at bigint not null
);

create table operator_warnings (
  name text not null primary key,
  told_at bigint not null
);
`
