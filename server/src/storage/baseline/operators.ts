/** Reports to the operators of an installation, and the operators' decisions. */
export const operators = `
create table abuse_reports (
  id text not null,
  subject_kind text not null, -- "link" | "offer" | "workspace"
  subject_id text not null,
  -- The workspace of the subject; for a workspace, its own id.
  workspace_id text not null references workspaces (id),
  -- The reported page. A delivery reports its offer; uploads, shared files and docs report their workspace.
  seen_as text not null, -- "link" | "pay page" | "delivery" | "upload page" | "shared files" | "doc" | "workspace"
  reason text not null, -- "phishing" | "malware" | "copyright" | "illegal" | "other"
  words text,
  email text,
  created_at bigint not null,
  mailed_at bigint,
  closed_at bigint,
  closed_by text,
  outcome text, -- "suspended" | "kept"
  constraint abuse_reports_pk primary key (workspace_id, id)
);
create index abuse_reports_id on abuse_reports (id);
create index abuse_reports_created on abuse_reports (created_at, id);
create index abuse_reports_closed on abuse_reports (closed_at);
create index abuse_reports_mailed on abuse_reports (mailed_at);

-- Suspended subjects, and when an operator lifted the suspension. A subject has at most one that is not lifted.
create table suspensions (
  id text not null,
  subject_kind text not null, -- "link" | "offer" | "workspace"
  subject_id text not null,
  workspace_id text not null references workspaces (id),
  reason text not null, -- "phishing" | "malware" | "copyright" | "illegal" | "other"
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

create table operator_warnings (
  name text not null primary key,
  told_at bigint not null
);
`
