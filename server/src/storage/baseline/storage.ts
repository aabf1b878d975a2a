export const storage = `
create table directory (
  kind text not null,
  key text not null,
  workspace_id text not null,
  ends_at bigint,
  constraint directory_pk primary key (kind, key)
);
create index directory_workspace on directory (workspace_id, kind);
create index directory_end on directory (ends_at) where ends_at is not null;

create table commits (
  id text not null primary key,
  made_at bigint not null,
  abandoned_at bigint
);

create table secret_keys (
  id text not null primary key,
  created_at bigint not null
);

create table operation_marks (
  name text not null primary key,
  at bigint not null
);

create table sweeps (
  name text not null primary key,
  due_at bigint not null
);
`
