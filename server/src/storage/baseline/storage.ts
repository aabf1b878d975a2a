/** Tables of the installation: unique names, secret keys in use, marks of commits, and due times of periodic work. */
export const storage = `
-- Names that are unique in the installation, each with its workspace. Primary key (kind, key).
create table directory (
  -- "workspace": its present and former slugs. "short_link": present and former slugs on the shared host.
  kind text not null, -- "workspace" | "hostname" | "short_link" | "pay_key" | "checkout_session" | "payment"
  key text not null,
  workspace_id text not null,
  -- When another workspace may claim the key. Null: once it is released.
  ends_at bigint,
  constraint directory_pk primary key (kind, key)
);
create index directory_workspace on directory (workspace_id, kind);
create index directory_end on directory (ends_at) where ends_at is not null;

-- Marks that show whether a commit with a lost response has succeeded. Deleted after ten minutes.
create table commits (
  id text not null primary key,
  made_at bigint not null,
  -- Set when the transaction did not commit and never will.
  abandoned_at bigint
);

create table secret_keys (
  id text not null primary key,
  created_at bigint not null
);

-- The last completion of each operation whose age metrics report, such as a backup.
create table operation_marks (
  name text not null primary key,
  at bigint not null
);

create table sweeps (
  name text not null primary key,
  -- When a process may run it again: after the last run, or after the lease of the present one.
  due_at bigint not null
);
`
